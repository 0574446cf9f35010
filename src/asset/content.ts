import { canonicalAddress } from './address/address.ts';
import { canonicalEmail, canonicalPhone } from './text/contact.ts';
import { baseNameAsset, recognizeText } from './text/recognize-text.ts';
import { hasOneAuthority, refanged, wordsOf } from './text/word.ts';
import { ASSET_TYPES, type Asset, type AssetType } from './type.ts';
import { canonicalUrl } from './url/canonical-url.ts';
import { canonicalCid } from './url/cid.ts';
import { expressionsOf, urlExpressions } from './url/expression.ts';
import { parsedUrl } from './url/host/host.ts';
import { isHostWritten } from './url/host/host-shape.ts';
import { isIpAddress } from './url/host/ip.ts';
import { pageOf, platformAsset, recognizeUrl } from './url/recognize-url.ts';

const TYPED = new RegExp(`^(${ASSET_TYPES.join('|')}):(.+)$`, 's');

/**
 * The asset that one content names as a person, a list or a program wrote it: the address of a page with or without its scheme, a host, a
 * wallet address in any of its written forms, an e-mail address, a telephone number with its country code, an IPFS identifier, or
 * `TYPE:content` as an expression has it. Defanged spellings are understood.
 * @returns null where it names none, or more than one
 */
export function normalizeContent(content: string): Asset | null {
  const text = refanged(content.trim());
  const typed = TYPED.exec(text);
  if (typed) return typedAsset(typed[1] as AssetType, typed[2]!.trim());
  const whole = wholeAsset(text);
  if (whole) return whole;
  const found = recognizeText(text);
  return found.length === 1 ? found[0]! : null;
}

/** The asset of this type that a content names; null where it names none or one of another type. */
function typedAsset(type: AssetType, content: string): Asset | null {
  const whole = wholeAsset(content);
  if (whole?.type === type) return whole;
  if (type === 'PAGE') return whole?.type === 'URL' ? pageBelowRoot(content) : null;
  if (type === 'URL') return null;
  return platformAsset(type, content);
}

/** A page of a site that could be listed as a whole; null where a content names none below the root. */
function pageBelowRoot(content: string): Asset | null {
  const page = pageOf(/^https?:/i.test(content) ? content : `http://${content}`);
  return page?.content.endsWith('/') && page.content.indexOf('/') === page.content.length - 1 ? null : page;
}

function wholeAsset(text: string): Asset | null {
  const phone = canonicalPhone(text);
  if (phone !== null) return { type: 'PHONE_NUMBER', content: phone };
  if (/\s/.test(text)) return null;
  if (/^https?:/i.test(text) && !hasOneAuthority(text)) return null;
  if (/^(?:https?|mailto|tel|ipfs|ipns|tg|whatsapp):/i.test(text)) return recognizeUrl(text);
  const address = canonicalAddress(text);
  if (address !== null) return { type: 'ADDRESS', content: address };
  const email = canonicalEmail(text);
  if (email !== null) return { type: 'EMAIL', content: email };
  const cid = canonicalCid(text);
  if (cid !== null) return { type: 'IPFS', content: cid };
  return baseNameAsset(text) ?? (isAddressWithoutScheme(text) ? recognizeUrl(`http://${text}`) : null);
}

/** Whether a text is a host, or an IP address, with what may follow it, and a browser would open it. */
function isAddressWithoutScheme(text: string): boolean {
  const parsed = parsedUrl(`http://${text}`);
  if (parsed?.username !== '' || text.includes('@')) return false;
  return isHostWritten(text.replace(/^\.+/, '')) || (isIpAddress(parsed.hostname) && text.startsWith(parsed.hostname));
}

/**
 * Something that a person named: the shortest content that names it still, and the asset that it is. An address of a page loses its query
 * where the asset is the whole site, so that no private part of it is sent.
 */
export type Named = {
  readonly content: string;
  /** The content as it was written, without blanks around it. */
  readonly written: string;
  readonly asset: Asset;
  /** The content that names only the page, without its query, where one of a site was given and the asset is the whole site. */
  readonly page: string | null;
};

/** What one content names; null where it names nothing, or more than one thing. */
export function namedBy(content: string): Named | null {
  const written = content.trim();
  const asset = normalizeContent(written);
  if (!asset) return null;
  if (asset.type === 'PAGE') return { content: pageContent(asset), written, asset, page: null };
  const again = normalizeContent(asset.content);
  const isShort = again?.type === asset.type && again.content === asset.content;
  return { content: isShort ? asset.content : written, written, asset, page: pageBeside(written, asset) };
}

/**
 * Everything that is written into a field for several: each thing once, in the order in which it stands there, and the lines that say more than
 * that, for a person to read. A line is one content, or several with blanks, commas or semicolons between them, or a sentence.
 */
export function readContents(text: string): { readonly named: readonly Named[]; readonly rest: string } {
  const named = new Map<string, Named>();
  const rest: string[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    if (line.trim() === '') continue;
    const whole = wholeLine(line);
    for (const one of whole ?? inSentence(line)) named.set(keyOf(one.asset), one);
    if (whole === null) rest.push(line.trim());
  }
  return { named: [...named.values()], rest: rest.join('\n') };
}

/** What a line names that says nothing else; null for a sentence. */
function wholeLine(line: string): Named[] | null {
  const one = !/\s/.test(line.trim()) || OF_SEVERAL_WORDS.test(line) ? namedBy(line) : null;
  if (one) return [one];
  const parts = line.split(/[\s,;]+/).filter((part) => part !== '');
  const each = parts.map(namedBy).filter((found) => found !== null);
  return each.length > 0 && each.length === parts.length ? each : null;
}

/** One content of several words: a telephone number, a name after its platform. */
const OF_SEVERAL_WORDS = /^\s*(?:(?:\+|00)[\d\s()./-]+|[a-z]+:?\s+@\S+)\s*$/i;

function inSentence(line: string): Named[] {
  const assets = recognizeText(line);
  // Most words of most sentences name nothing, and each is looked at once.
  const words = assets.length === 0 ? [] : new Set(wordsOf(refanged(line)).map(({ text }) => text));
  const written = new Map<string, Named>();
  for (const word of words) {
    const found = namedBy(word);
    if (found && !written.has(keyOf(found.asset))) written.set(keyOf(found.asset), found);
  }
  return assets.map((asset) => {
    const key = keyOf(asset);
    return written.get(key) ?? namedBy(asset.content) ?? { content: key, written: key, asset, page: null };
  });
}

/** The page that a content gives of a site which it names as a whole. */
function pageBeside(content: string, asset: Asset): string | null {
  if (asset.type !== 'URL') return null;
  const text = refanged(content);
  const canonical = canonicalUrl(/^https?:/i.test(text) ? text : `http://${text}`)?.split('?', 1)[0];
  const page =
    canonical !== undefined && canonical.length > asset.content.length + 1 ? pageOf(`http://${canonical}`) : null;
  return page && pageContent(page);
}

/** Without its type where the address alone names the page: on a host that many people share. */
const pageContent = (page: Asset): string =>
  normalizeContent(page.content)?.type === 'PAGE' ? page.content : keyOf(page);

const keyOf = ({ type, content }: Asset): string => `${type}:${content}`;

/**
 * The narrowest expression of what one content names: `example.com/` for a site, `example.com/page` for a page of it, whether or not it
 * could be listed apart from its site, `ADDRESS:…` for a wallet address, an account by its platform.
 * @returns null where it names nothing, or more than one thing
 */
export function narrowestExpression(content: string): string | null {
  const asset = normalizeContent(content);
  if (!asset) return null;
  if (asset.type !== 'URL' && asset.type !== 'PAGE') return expressionsOf(asset)[0] ?? null;
  const text = refanged(content.trim()).replace(/^(?:URL|PAGE):/, '');
  const written = urlExpressions(/^https?:/i.test(text) ? text : `http://${text}`)[0];
  return written ?? expressionsOf(asset)[0] ?? null;
}
