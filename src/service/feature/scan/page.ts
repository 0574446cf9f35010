import { Parser } from 'htmlparser2';
import { parse } from 'tldts';
import { storableText } from '../../database/database.ts';
import type { OutboundAnswer, OutboundRequest } from '../../http/outgoing.ts';
import { redirectOf } from '../../http/outgoing.ts';

/** Sends one request and follows no redirect. */
export type Send = (request: OutboundRequest) => Promise<OutboundAnswer>;

/** A fetched page: every address on the way to it, and its HTML. */
export type FetchedPage = {
  readonly addresses: readonly string[];
  readonly status: number;
  /** Empty where the answer is no HTML. */
  readonly html: string;
};

const MAX_REDIRECTS = 5;
const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;
const HEADERS = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (compatible; scan)' } as const;

/**
 * Fetches the page at an address and follows up to five redirects, each sent like the first one, so that none leads to where
 * the first one could not.
 * @throws Error when there is no answer, or too many redirects; OutboundRefused for an address that is refused
 */
export async function fetchPage(send: Send, url: string): Promise<FetchedPage> {
  const addresses = [url];
  for (;;) {
    const address = addresses.at(-1)!;
    const answer = await send({
      url: address,
      method: 'GET',
      headers: HEADERS,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    const target = redirectOf(answer, address);
    if (target === null) return { addresses, status: answer.status, html: htmlOf(answer) };
    if (addresses.length > MAX_REDIRECTS) throw new Error('The page redirects too often');
    addresses.push(target.href);
  }
}

function htmlOf({ headers, body }: OutboundAnswer): string {
  const [type = '', ...parameters] = (headers['content-type'] ?? 'text/html').toLowerCase().split(';');
  if (!/^\s*(text\/html|application\/xhtml\+xml)\s*$/.test(type)) return '';
  const charset = /charset=["']?([\w-]+)/.exec(parameters.join(';'))?.[1] ?? 'utf-8';
  return decoderOf(charset).decode(body);
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // An unknown charset: falls back to UTF-8, as browsers do.
    return new TextDecoder();
  }
}

/** The registrable domain of a host, or the host itself where there is none, such as an IP address. */
const registrableOf = (url: string): string => {
  const { hostname } = new URL(url);
  return parse(hostname, { allowPrivateDomains: true }).domain ?? hostname;
};

/** What a page asks for, and where it leads. */
export type PageSigns = {
  readonly title: string;
  /** Registrable domains of the addresses on the way to the page, each once. */
  readonly domains: readonly string[];
  /** Asks for a password. */
  readonly asksPassword: boolean;
  /** Asks for a recovery phrase or a private key. */
  readonly asksRecoveryPhrase: boolean;
  /** Registrable domains other than the page's own that its forms send to. */
  readonly foreignTargets: readonly string[];
  /** Where a `meta refresh` leads; null without one. */
  readonly refreshTo: string | null;
};

const RECOVERY = /\b(seed|recovery|secret|mnemonic|backup)[\s-]*(phrase|words?)\b|\bprivate[\s-]*key\b|\bmnemonic\b/i;
/** Fields of a recovery phrase: 12 words or more, one in each. */
const FIELDS_OF_PHRASE = 12;
const TEXT_FIELDS = new Set(['', 'text', 'password', 'search']);

/** Reads the signs of a page. Nothing of it runs, nothing is loaded. */
export function signsOf({ addresses, html }: FetchedPage): PageSigns {
  const url = addresses.at(-1)!;
  const page = { title: '', text: '', passwords: 0, fields: 0, targets: new Set<string>(), refreshTo: null };
  const reader: Reader = { url, page };
  const open: string[] = [];
  const parser = new Parser({
    onopentag: (tag, attributes) => {
      open.push(tag);
      reader.page.text += ' ';
      readTag(reader, tag, attributes);
    },
    onclosetag: () => {
      open.pop();
      reader.page.text += ' ';
    },
    // Of a text with entities, one part after the other.
    ontext: (text) => {
      const tag = open.at(-1);
      if (tag === 'title') reader.page.title += text;
      else if (tag !== 'script' && tag !== 'style') reader.page.text += text;
    },
  });
  parser.end(html);
  const own = registrableOf(url);
  const { title, text, passwords, fields, targets, refreshTo } = reader.page;
  return {
    title: storableText(title.trim(), 300),
    domains: [...new Set(addresses.map(registrableOf))],
    asksPassword: passwords > 0,
    asksRecoveryPhrase: fields > 0 && (RECOVERY.test(text) || fields >= FIELDS_OF_PHRASE),
    foreignTargets: [...targets].map(registrableOf).filter((domain) => domain !== own),
    refreshTo,
  };
}

type Reader = {
  readonly url: string;
  readonly page: {
    title: string;
    text: string;
    passwords: number;
    fields: number;
    readonly targets: Set<string>;
    refreshTo: string | null;
  };
};

type Attributes = Readonly<Record<string, string>>;

function readTag({ url, page }: Reader, tag: string, attributes: Attributes): void {
  if (tag === 'form') {
    const target = webAddress(attributes.action ?? '', url);
    if (target !== null) page.targets.add(target);
  } else if (tag === 'textarea') readField(page, attributes);
  else if (tag === 'input') {
    const type = (attributes.type ?? '').toLowerCase();
    if (type === 'password') page.passwords += 1;
    if (TEXT_FIELDS.has(type)) readField(page, attributes);
  } else if (tag === 'meta' && attributes['http-equiv']?.toLowerCase() === 'refresh') {
    const target = /url\s*=\s*['"]?([^'"]+)/i.exec(attributes.content ?? '')?.[1];
    if (target !== undefined) page.refreshTo = webAddress(target.trim(), url);
  }
}

function readField(page: Reader['page'], { placeholder = '', name = '', 'aria-label': label = '' }: Attributes): void {
  page.fields += 1;
  page.text += ` ${placeholder} ${name} ${label}`;
}

function webAddress(address: string, base: string): string | null {
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
