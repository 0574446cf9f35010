import { closeSync, lstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BaseFilesystem, ERRNO_CODES, type FsStats } from '@electric-sql/pglite/basefs';

type FileNode = {
  readonly kind: 'file';
  mode: number;
  size: number;
  /** Path on the disk; null for a new file. */
  readonly source: string | null;
  /** How many bytes of it are still valid, less after a truncation. */
  sourceSize: number;
  /** Written pages by page number. */
  readonly pages: Map<number, Uint8Array>;
  modified: number;
};
type FolderNode = { readonly kind: 'folder'; mode: number; readonly children: Map<string, Node>; modified: number };
type Node = FileNode | FolderNode;

const PAGE = 8_192;
const FILE = 0o100_000;
const FOLDER = 0o040_000;

/** Emscripten expects the number of an error as its code. */
const failure = (code: keyof typeof ERRNO_CODES) => Object.assign(new Error(code), { code: ERRNO_CODES[code] });

/** A copy-on-write file system over a folder for the embedded engine: what it writes stays in memory. */
export class OverlayFilesystem extends BaseFilesystem {
  readonly #root: FolderNode;
  readonly #maxBytes: number;
  readonly #open = new Map<number, { readonly node: FileNode; readonly source: number | null }>();
  #next = 1;
  #written = 0;
  /** Whether more was written than allowed; the engine has then failed. */
  isFull = false;

  /** @param maxBytes of written pages in memory */
  constructor(root: string, maxBytes: number) {
    super();
    this.#root = readFolder(root);
    this.#maxBytes = maxBytes;
  }

  /** The size of a file in bytes; null where there is none. */
  sizeOf(path: string): number | null {
    const node = this.#find(path);
    return node?.kind === 'file' ? node.size : null;
  }

  chmod(path: string, mode: number): void {
    const node = this.#node(path);
    node.mode = (node.mode & ~0o7777) | (mode & 0o7777);
  }

  open(path: string): number {
    const node = this.#file(path);
    const descriptor = this.#next++;
    this.#open.set(descriptor, { node, source: node.source === null ? null : openSync(node.source, 'r') });
    return descriptor;
  }

  close(descriptor: number): void {
    const { source } = this.#opened(descriptor);
    if (source !== null) closeSync(source);
    this.#open.delete(descriptor);
  }

  fstat(descriptor: number): FsStats {
    return statsOf(this.#opened(descriptor).node);
  }

  lstat(path: string): FsStats {
    return statsOf(this.#node(path));
  }

  mkdir(path: string, options: { mode?: number } = {}): void {
    const mode = FOLDER | ((options.mode ?? 0o700) & 0o7777);
    this.#put(path, { kind: 'folder', mode, children: new Map(), modified: Date.now() });
  }

  readdir(path: string): string[] {
    return ['.', '..', ...this.#folder(path).children.keys()];
  }

  read(descriptor: number, buffer: Uint8Array, offset: number, length: number, position: number): number {
    const { node, source } = this.#opened(descriptor);
    const into = new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length);
    const end = Math.min(position + length, node.size);
    for (let at = position; at < end; ) {
      const page = Math.floor(at / PAGE);
      const stop = Math.min(end, (page + 1) * PAGE);
      const part = into.subarray(at - position, stop - position);
      const written = node.pages.get(page);
      if (written) part.set(written.subarray(at - page * PAGE, stop - page * PAGE));
      else readSource(node, source, part, at);
      at = stop;
    }
    return Math.max(0, end - position);
  }

  write(descriptor: number, buffer: Uint8Array, offset: number, length: number, position: number): number {
    const { node, source } = this.#opened(descriptor);
    // The engine passes its whole memory as an ArrayBuffer.
    const from = new Uint8Array(ArrayBuffer.isView(buffer) ? buffer.buffer : buffer, offset, length);
    for (let at = position; at < position + length; ) {
      const page = Math.floor(at / PAGE);
      const stop = Math.min(position + length, (page + 1) * PAGE);
      this.#page(node, source, page).set(from.subarray(at - position, stop - position), at - page * PAGE);
      at = stop;
    }
    node.size = Math.max(node.size, position + length);
    node.modified = Date.now();
    return length;
  }

  writeFile(path: string, _data: string | Uint8Array, options: { mode?: number } = {}): void {
    const mode = FILE | ((options.mode ?? 0o600) & 0o7777);
    const pages = new Map<number, Uint8Array>();
    // The engine creates files by this call and writes to them afterwards.
    this.#put(path, { kind: 'file', mode, size: 0, source: null, sourceSize: 0, pages, modified: Date.now() });
  }

  truncate(path: string, length: number): void {
    const node = this.#file(path);
    for (const [page, bytes] of node.pages) {
      if (page * PAGE >= length) node.pages.delete(page);
      else if ((page + 1) * PAGE > length) bytes.fill(0, length - page * PAGE);
    }
    node.size = length;
    node.sourceSize = Math.min(node.sourceSize, length);
  }

  rename(from: string, to: string): void {
    const node = this.#node(from);
    this.#parent(from).children.delete(nameOf(from));
    this.#parent(to).children.set(nameOf(to), node);
  }

  rmdir(path: string): void {
    if (this.#folder(path).children.size > 0) throw failure('ENOTEMPTY');
    this.#parent(path).children.delete(nameOf(path));
  }

  unlink(path: string): void {
    this.#file(path);
    this.#parent(path).children.delete(nameOf(path));
  }

  utimes(path: string, _atime: number, mtime: number): void {
    this.#node(path).modified = mtime;
  }

  override async closeFs(): Promise<void> {
    for (const descriptor of [...this.#open.keys()]) this.close(descriptor);
  }

  #page(node: FileNode, source: number | null, page: number): Uint8Array {
    const known = node.pages.get(page);
    if (known) return known;
    this.#written += PAGE;
    this.isFull ||= this.#written > this.#maxBytes;
    if (this.isFull) throw failure('EINVAL');
    const bytes = new Uint8Array(PAGE);
    readSource(node, source, bytes, page * PAGE);
    node.pages.set(page, bytes);
    return bytes;
  }

  #find(path: string): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const name of path.split('/')) {
      if (name === '') continue;
      node = node?.kind === 'folder' ? node.children.get(name) : undefined;
    }
    return node;
  }

  #node(path: string): Node {
    const node = this.#find(path);
    if (!node) throw failure('ENOENT');
    return node;
  }

  #file(path: string): FileNode {
    const node = this.#node(path);
    if (node.kind !== 'file') throw failure('EISDIR');
    return node;
  }

  #folder(path: string): FolderNode {
    const node = this.#node(path);
    if (node.kind !== 'folder') throw failure('ENOTDIR');
    return node;
  }

  #parent(path: string): FolderNode {
    return this.#folder(path.slice(0, path.lastIndexOf('/')));
  }

  #put(path: string, node: Node): void {
    const { children } = this.#parent(path);
    if (children.has(nameOf(path))) throw failure('EEXIST');
    children.set(nameOf(path), node);
  }

  #opened(descriptor: number) {
    const opened = this.#open.get(descriptor);
    if (!opened) throw failure('EBADF');
    return opened;
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function readFolder(path: string): FolderNode {
  const children = new Map<string, Node>();
  for (const name of readdirSync(path)) {
    const at = join(path, name);
    const { mode, size, mtimeMs } = lstatSync(at).isSymbolicLink() ? statSync(at) : lstatSync(at);
    if ((mode & 0o170_000) === FOLDER) children.set(name, readFolder(at));
    else if ((mode & 0o170_000) === FILE)
      children.set(name, {
        kind: 'file',
        mode,
        size,
        source: at,
        sourceSize: size,
        pages: new Map(),
        modified: mtimeMs,
      });
  }
  return { kind: 'folder', mode: FOLDER | 0o700, children, modified: Date.now() };
}

/** Fills `part` from the disk; zeros beyond the end of the source. */
function readSource(node: FileNode, source: number | null, part: Uint8Array, position: number): void {
  const there = source === null ? 0 : Math.max(0, Math.min(part.length, node.sourceSize - position));
  let done = 0;
  while (source !== null && done < there) {
    const read = readSync(source, part, done, there - done, position + done);
    if (read === 0) break;
    done += read;
  }
  part.fill(0, done);
}

function statsOf(node: Node): FsStats {
  const size = node.kind === 'file' ? node.size : PAGE;
  const { mode, modified } = node;
  const times = { atime: modified, mtime: modified, ctime: modified };
  return { dev: 0, ino: 0, mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, blksize: PAGE, blocks: size / 512, ...times };
}
