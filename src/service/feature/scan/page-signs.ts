import sanitizeHtml from 'sanitize-html';
import { type FetchedPage, registrableOf } from './page.ts';

/** What a page asks of its visitors, and where it would take them. */
export type PageSigns = {
  readonly title: string;
  /** Registrable domains of the addresses on the way to the page, each once. */
  readonly domains: readonly string[];
  /** Asks for a password. */
  readonly asksPassword: boolean;
  /** Asks for the words that restore a wallet, or for its key. */
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

/** Reads the signs off a page. Nothing of it runs, nothing is loaded. */
export function signsOf({ addresses, html }: FetchedPage): PageSigns {
  const url = addresses.at(-1)!;
  const page = { title: '', text: '', passwords: 0, fields: 0, targets: new Set<string>(), refreshTo: null };
  const reader: Reader = { url, page };
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    transformTags: {
      '*': (tagName, attribs) => {
        readTag(reader, tagName.toLowerCase(), attribs);
        return { tagName, attribs };
      },
    },
    textFilter: (text, tagName) => {
      if (tagName === 'title') reader.page.title += text;
      else if (tagName !== 'script' && tagName !== 'style') reader.page.text += ` ${text}`;
      return text;
    },
  });
  const own = registrableOf(url);
  const { title, text, passwords, fields, targets, refreshTo } = reader.page;
  return {
    // The database holds neither NUL nor half of a surrogate pair.
    title: [...title.replaceAll('\0', '').trim()].slice(0, 300).join(''),
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
