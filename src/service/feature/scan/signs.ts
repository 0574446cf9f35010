import { Parser } from 'htmlparser2';
import { parse } from 'tldts';
import { parsedUrl } from '../../../asset/url/host/host.ts';
import type { FetchedPage } from './page.ts';

/** The registrable domain of a URL, or its host where there is none, such as an IP address. */
const registrableOf = ({ hostname }: URL): string => parse(hostname, { allowPrivateDomains: true }).domain ?? hostname;

export type PageSigns = {
  readonly title: string;
  /** Registrable domains of the addresses on the way to the page, each once. */
  readonly domains: readonly string[];
  readonly asksPassword: boolean;
  readonly asksRecoveryPhrase: boolean;
  /** Registrable domains other than the page's own that its forms send to: each once, the first {@link MAX_TARGETS}. */
  readonly foreignTargets: readonly string[];
  /** Where a `meta refresh` leads; null without one. */
  readonly refreshTo: string | null;
};

const RECOVERY = /\b(seed|recovery|secret|mnemonic|backup)[\s-]*(phrase|words?)\b|\bprivate[\s-]*key\b|\bmnemonic\b/i;
/** A page of a mebibyte may have fifty thousand forms. */
const MAX_TARGETS = 100;
/** Fields of a recovery phrase: 12 words or more, one in each. */
const FIELDS_OF_PHRASE = 12;
const TEXT_FIELDS = new Set(['', 'text', 'password', 'search']);

/** Reads the signs of a page in linear time; nothing of it runs. Its title has at most 1,000 characters. */
export function signsOf({ addresses, html }: FetchedPage): PageSigns {
  const url = new URL(addresses.at(-1)!);
  const own = registrableOf(url);
  const page = { title: '', text: '', passwords: 0, fields: 0, targets: new Set([own]), refresh: null };
  const reader: Reader = { url, page };
  const parser: FlatParser = new FlatParser({
    onclosetag: () => {
      reader.page.text += ' ';
    },
    onopentag: (name, attributes) => {
      parser.within = name;
      reader.page.text += ' ';
      readTag(reader, name, attributes);
    },
    // A text with entities comes in parts.
    ontext: (text) => {
      if (parser.within === 'title') reader.page.title += text;
      else if (parser.within !== 'script' && parser.within !== 'style') reader.page.text += text;
    },
  });
  parser.end(html);
  const { title, text, passwords, fields, targets, refresh } = reader.page;
  targets.delete(own);
  return {
    title: title.trim().slice(0, 1_000),
    domains: [...new Set(addresses.map((address) => registrableOf(new URL(address))))],
    asksPassword: passwords > 0,
    asksRecoveryPhrase: fields > 0 && (RECOVERY.test(text) || fields >= FIELDS_OF_PHRASE),
    foreignTargets: [...targets],
    refreshTo: refresh === null ? null : (webAddress(refresh, url.href)?.href ?? null),
  };
}

/** Takes every element as empty: the list of those that are open would take quadratic time for a page of nothing but `<b>`. */
class FlatParser extends Parser {
  /** The name of the tag that was opened before what is read; empty where one was closed. */
  within = '';

  protected override isVoidElement(): boolean {
    return true;
  }

  override onclosetag(start: number, end: number): void {
    super.onclosetag(start, end);
    this.within = '';
  }
}

type Reader = {
  readonly url: URL;
  readonly page: {
    title: string;
    text: string;
    passwords: number;
    fields: number;
    /** Its own domain, and those that its forms send to. */
    readonly targets: Set<string>;
    /** Where the last `meta refresh` leads, as written. */
    refresh: string | null;
  };
};

type Attributes = Readonly<Record<string, string>>;

function readTag({ url, page }: Reader, tag: string, attributes: Attributes): void {
  if (tag === 'form') {
    // Below the origin: each form below a long address would take as long as that address.
    const target = page.targets.size > MAX_TARGETS ? null : webAddress(attributes.action ?? '', url.origin);
    if (target !== null) page.targets.add(registrableOf(target));
  } else if (tag === 'textarea') readField(page, attributes);
  else if (tag === 'input') {
    const type = (attributes.type ?? '').toLowerCase();
    if (type === 'password') page.passwords += 1;
    if (TEXT_FIELDS.has(type)) readField(page, attributes);
  } else if (tag === 'meta' && attributes['http-equiv']?.toLowerCase() === 'refresh') {
    const target = /url\s*=\s*['"]?([^'"]+)/i.exec(attributes.content ?? '')?.[1];
    if (target !== undefined) page.refresh = target.trim();
  }
}

function readField(page: Reader['page'], { placeholder = '', name = '', 'aria-label': label = '' }: Attributes): void {
  page.fields += 1;
  page.text += ` ${placeholder} ${name} ${label}`;
}

function webAddress(address: string, base: string): URL | null {
  const url = parsedUrl(address, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}
