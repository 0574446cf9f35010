/** A file of a form; `bytes` is null where it is larger than is kept. */
export type SentFile = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> | null };

/** In bytes. */
export type FormLimits = {
  /** Of all texts together. */
  readonly text: number;
  /** Of one file that is kept. */
  readonly file: number;
  /** Of the whole body. What is not kept is read and dropped, because a browser shows no answer before it has sent everything. */
  readonly body: number;
};

/** Takes a file as soon as all of it has arrived, with the texts before it. */
export type FileTaker = (file: SentFile, before: URLSearchParams) => void;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Reads a form as browsers send it: `application/x-www-form-urlencoded`, or `multipart/form-data` (HTML standard, section 4.10.21.8), of
 * which only what is kept is in memory.
 * @returns its texts, as far as they arrived; null for more than the limits
 */
export async function readForm(request: Request, limits: FormLimits, take: FileTaker): Promise<URLSearchParams | null> {
  const reader = request.body?.getReader();
  if (!reader) return new URLSearchParams();
  const type = request.headers.get('content-type') ?? '';
  const boundary = /^multipart\/form-data;.*\bboundary="?([^";]{1,70})"?/i.exec(type)?.[1];
  if (boundary !== undefined) return new MultipartReader(boundary, limits, take).read(reader);
  const text = new Kept(limits.text);
  if (!(await eachChunk(reader, limits.body, (chunk) => text.add(chunk)))) return null;
  const bytes = text.bytes();
  return bytes && new URLSearchParams(new TextDecoder().decode(bytes));
}

/** Hands every chunk of a body to `use`, one after another. False for a body of more than `most` bytes. */
async function eachChunk(reader: Reader, most: number, use: (chunk: Uint8Array) => void): Promise<boolean> {
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return true;
    size += value.byteLength;
    if (size > most) {
      await reader.cancel();
      return false;
    }
    use(value);
  }
}

/** Bytes that arrive in pieces; nothing of them is kept once they are more than `most`. */
class Kept {
  readonly #most: number;
  #size = 0;
  #pieces: Uint8Array[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(piece: Uint8Array): void {
    this.#size += piece.byteLength;
    if (this.#size <= this.#most) this.#pieces.push(piece);
    else this.#pieces = [];
  }

  /** How many arrived. */
  get size(): number {
    return this.#size;
  }

  /** All of them; null where they were too many. */
  bytes(): Uint8Array<ArrayBuffer> | null {
    return this.#size > this.#most ? null : Uint8Array.from(Buffer.concat(this.#pieces));
  }
}

/** Bytes of the headers of one part. */
const MAX_HEAD = 8 * 1024;

type Part = { readonly name: string; readonly fileName: string | null; readonly content: Kept };

class MultipartReader {
  readonly #delimiter: Buffer;
  readonly #limits: FormLimits;
  readonly #take: FileTaker;
  readonly #fields = new URLSearchParams();
  /** Bytes of texts so far. */
  #textSize = 0;
  /** What has arrived and is not read yet. It begins with a line break, so that the first delimiter is found as all others. */
  #held: Buffer = Buffer.from('\r\n');
  #state: 'content' | 'head' | 'end' = 'content';
  /** The part whose content arrives; null before the first one. */
  #part: Part | null = null;

  constructor(boundary: string, limits: FormLimits, take: FileTaker) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
    this.#limits = limits;
    this.#take = take;
  }

  async read(reader: Reader): Promise<URLSearchParams | null> {
    const isWhole = await eachChunk(reader, this.#limits.body, (chunk) => {
      if (this.#state === 'end') return;
      this.#held = Buffer.concat([this.#held, chunk]);
      while (this.#step());
    });
    return isWhole && this.#textSize <= this.#limits.text ? this.#fields : null;
  }

  /** Reads on in what is held. False where more must arrive first. */
  #step(): boolean {
    if (this.#state === 'content') return this.#readContent();
    return this.#state === 'head' && this.#readHead();
  }

  #readContent(): boolean {
    const end = this.#held.indexOf(this.#delimiter);
    // The last bytes may be the beginning of a delimiter.
    const until = end < 0 ? Math.max(0, this.#held.length - this.#delimiter.length + 1) : end;
    this.#add(this.#held.subarray(0, until));
    this.#held = this.#held.subarray(end < 0 ? until : end + this.#delimiter.length);
    if (end < 0) return false;
    this.#state = 'head';
    this.#finish();
    return true;
  }

  /** The rest of the line of a delimiter, and the headers below it. */
  #readHead(): boolean {
    if (this.#held.length < 2) return false;
    const end = this.#held.indexOf('\r\n\r\n');
    const isLast = this.#held[0] === DASH && this.#held[1] === DASH;
    if (isLast || (end < 0 && this.#held.length > MAX_HEAD)) {
      this.#state = 'end';
      return false;
    }
    if (end < 0) return false;
    const disposition = /^content-disposition:(.*)$/im.exec(this.#held.subarray(0, end).toString('utf8'))?.[1] ?? '';
    const fileName = parameterOf(disposition, 'filename');
    const most = fileName === null ? this.#limits.text : this.#limits.file;
    this.#part = { name: parameterOf(disposition, 'name') ?? '', fileName, content: new Kept(most) };
    this.#held = this.#held.subarray(end + 4);
    this.#state = 'content';
    return true;
  }

  #add(bytes: Buffer): void {
    if (this.#part?.fileName === null) this.#textSize += bytes.byteLength;
    this.#part?.content.add(bytes);
  }

  #finish(): void {
    const part = this.#part;
    this.#part = null;
    if (part === null || this.#textSize > this.#limits.text) return;
    const { name, fileName, content } = part;
    const bytes = content.bytes();
    if (fileName === null) {
      if (bytes) this.#fields.append(name, new TextDecoder().decode(bytes));
    } else if (fileName !== '' || content.size > 0) {
      // A browser sends a nameless and empty file for a field without one.
      this.#take({ name: fileName, bytes }, this.#fields);
    }
  }
}

const DASH = '-'.charCodeAt(0);

/** A parameter of a disposition. Browsers write the characters that would end it as a URL does. */
function parameterOf(disposition: string, name: 'name' | 'filename'): string | null {
  const value = new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(disposition)?.[1];
  return value === undefined ? null : value.replace(/%0D%0A|%0D|%0A/gi, ' ').replaceAll('%22', '"');
}
