import { canonicalAddress, withoutGaps } from './address/address.ts';
import { isUnclear } from './address/fault.ts';
import { chainName } from './text/chain-name.ts';
import { canonicalEmail, canonicalPhone } from './text/contact.ts';
import { baseNameAsset, recognizeText } from './text/recognize-text.ts';
import { isOneUrl, refanged, wordsOf } from './text/word.ts';
import { ASSET_TYPES, type Asset, type AssetType } from './type.ts';
import { canonicalUrl } from './url/canonical-url.ts';
import { ledPage, ledUrl } from './url/carrier.ts';
import { canonicalCid, rootOfPath } from './url/cid.ts';
import { expressionsOf, urlExpressions } from './url/expression.ts';
import { parsedUrl } from './url/host/host.ts';
import { isHostWritten } from './url/host/host-shape.ts';
import { isIpAddress } from './url/host/ip.ts';
import { escapePath } from './url/percent.ts';
import { personalPart } from './url/personal.ts';
import { pageOf, platformAsset, recognizeUrl } from './url/recognize-url.ts';

const TYPED = new RegExp(`^(${ASSET_TYPES.join('|')}):(.+)$`, 's');

/**
 * The one asset that a content names, as a person, a list or a program wrote it: a URL with or without its scheme, a
 * host, a wallet address in any notation, an e-mail address, a telephone number with its country code, an IPFS
 * identifier, or `TYPE:content` as in an expression. Understands defanged spellings.
 * @returns null if it names no asset or several
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

/** The asset of the given type that a content names; null if it names none or another type. */
function typedAsset(type: AssetType, content: string): Asset | null {
  const whole = type === 'PAGE' ? recognizeUrl(withScheme(content)) : wholeAsset(content);
  if (whole?.type === type) return whole;
  if (type === 'PAGE') return whole?.type === 'URL' ? pageBelowRoot(content) : null;
  if (type === 'URL') return null;
  return platformAsset(type, content);
}

const withScheme = (text: string): string => (/^https?:/i.test(text) ? text : `http://${text}`);

/** A page below the root of a site; null for the site itself. */
function pageBelowRoot(content: string): Asset | null {
  const page = pageOf(withScheme(content));
  return page?.content.endsWith('/') && page.content.indexOf('/') === page.content.length - 1 ? null : page;
}

function wholeAsset(text: string): Asset | null {
  const phone = canonicalPhone(text);
  if (phone !== null) return { type: 'PHONE_NUMBER', content: phone };
  if (/\s/.test(text)) return null;
  if (/^https?:/i.test(text) && !isOneUrl(text)) return null;
  if (/^(?:https?|mailto|tel|ipfs|ipns|tg|whatsapp):/i.test(text)) return recognizeUrl(text);
  const address = canonicalAddress(text);
  if (address !== null) return { type: 'ADDRESS', content: address };
  const email = canonicalEmail(text);
  if (email !== null) return { type: 'EMAIL', content: email };
  const cid = canonicalCid(rootOfPath(text));
  if (cid !== null) return { type: 'IPFS', content: cid };
  return (
    baseNameAsset(text) ?? chainName(text) ?? (isAddressWithoutScheme(text) ? recognizeUrl(`http://${text}`) : null)
  );
}

/** Whether a text is a host or an IP address, with an optional port and path, that a browser would open. */
function isAddressWithoutScheme(text: string): boolean {
  const parsed = parsedUrl(`http://${text}`);
  if (parsed?.username !== '' || /^[^/?#\\]*@/.test(text) || !isOneUrl(`http://${text}`)) return false;
  return isHostWritten(text.replace(/^\.+/, '')) || (isIpAddress(parsed.hostname) && text.startsWith(parsed.hostname));
}

/**
 * An asset that a person entered, and the shortest content that still names it. A URL loses its query if the asset is
 * the whole site, so that nothing private is sent.
 */
export type Named = {
  readonly content: string;
  /** The content as written, trimmed. */
  readonly written: string;
  readonly asset: Asset;
  /** The page without its query, if a page was entered and the asset is the whole site. */
  readonly page: string | null;
  /** What was changed in a link that was not taken as it was written, which the person is to know; null for nothing. */
  readonly adjusted: Adjustment | null;
};

/**
 * `carrier`: the host of a mail gateway, a redirector or a translator whose link led to the asset. `personal`: the part
 * that named the reader and was left out. Null where there is none.
 */
export type Adjustment = { readonly carrier: string | null; readonly personal: string | null };

function adjustmentOf(written: string, { content }: Asset): Adjustment | null {
  const url = withScheme(refanged(written));
  const canonical = isOneUrl(url) ? canonicalUrl(url) : null;
  if (canonical === null) return null;
  const shown = ledPage(canonical);
  const carrier = shown === canonical ? null : canonical.split('/', 1)[0]!;
  const fragment = url.includes('#') ? `#${escapePath(url.slice(url.indexOf('#') + 1))}` : '';
  const personal = personalPart(carrier === null ? canonical + fragment : shown, content);
  return carrier === null && personal === null ? null : { carrier, personal };
}

/** Digits that may be a private key are no address until the person says so (`near:…`). */
const enteredAsset = (content: string): Asset | null =>
  isUnclear(refanged(content)) ? null : normalizeContent(content);

/** What one content that a person entered names; null if it names no asset or several, or is unclear. */
export function namedBy(content: string): Named | null {
  const written = content.trim();
  const asset = enteredAsset(written);
  if (!asset) return null;
  const adjusted = adjustmentOf(written, asset);
  if (asset.type === 'PAGE') return { content: contentNaming(asset), written, asset, page: null, adjusted };
  const again = enteredAsset(asset.content);
  const isShort = again?.type === asset.type && again.content === asset.content;
  return { content: isShort ? asset.content : written, written, asset, page: pageBeside(written, asset), adjusted };
}

/**
 * Reads a field for several contents. A line is one content, several separated by spaces, commas or semicolons, or a
 * sentence. Returns each asset once, in order, and in `rest` the lines that are sentences.
 */
export function readContents(text: string): { readonly named: readonly Named[]; readonly rest: string } {
  const named = new Map<string, Named>();
  const rest: string[] = [];
  for (const line of withoutGaps(text).split(/[\r\n]+/)) {
    if (line.trim() === '') continue;
    const whole = wholeLine(line);
    for (const one of whole ?? inSentence(line)) named.set(keyOf(one.asset), one);
    if (whole === null) rest.push(line.trim());
  }
  return { named: [...named.values()], rest: rest.join('\n') };
}

/** Assets of a line that contains nothing else; null for a sentence. */
function wholeLine(line: string): Named[] | null {
  const one = !/\s/.test(line.trim()) || OF_SEVERAL_WORDS.test(refanged(line)) ? namedBy(line) : null;
  if (one) return [one];
  const parts = line.split(/[\s,;]+/).filter((part) => part !== '');
  const each = parts.map(namedBy).filter((found) => found !== null);
  return each.length > 0 && each.length === parts.length ? each : null;
}

/** One content of several words: a telephone number, or a name after its platform. */
const OF_SEVERAL_WORDS = /^\s*(?:(?:\+|00)[\d\s()./-]+|[a-z]+:?\s+@\S+)\s*$/i;

function inSentence(line: string): Named[] {
  const assets = recognizeText(line);
  // Most sentences name nothing. Each distinct word is parsed once.
  const words = assets.length === 0 ? [] : new Set(wordsOf(refanged(line)).map(({ text }) => text));
  const written = new Map<string, Named>();
  for (const word of words) {
    const found = namedBy(word);
    if (found && !written.has(keyOf(found.asset))) written.set(keyOf(found.asset), found);
  }
  return assets.map((asset) => {
    const key = keyOf(asset);
    return (
      written.get(key) ?? namedBy(asset.content) ?? { content: key, written: key, asset, page: null, adjusted: null }
    );
  });
}

/** The page in a content that names a whole site. */
function pageBeside(content: string, asset: Asset): string | null {
  if (asset.type !== 'URL') return null;
  const text = refanged(content);
  const words = isOneUrl(withScheme(text)) ? [text] : wordsOf(text).map((word) => word.text);
  const addresses = words.map((word) => ledUrl(withScheme(word))?.split('?', 1)[0]);
  const shown = addresses.find((one) => one?.startsWith(`${asset.content}/`));
  const page = shown !== undefined && shown.length > asset.content.length + 1 ? pageOf(`http://${shown}`) : null;
  return page && contentNaming(page);
}

/** The shortest content that names an asset: its own where that is enough, as for a page of a shared host, else with its type. */
export function contentNaming(asset: Asset): string {
  const named = normalizeContent(asset.content);
  return named && keyOf(named) === keyOf(asset) ? asset.content : keyOf(asset);
}

const keyOf = ({ type, content }: Asset): string => `${type}:${content}`;

/**
 * The narrowest expression of a content: `example.com/` for a site, `example.com/page` for any page of it, `ADDRESS:…`
 * for a wallet address, the platform's expression for an account.
 * @returns null if it names no asset or several
 */
export function narrowestExpression(content: string): string | null {
  const asset = normalizeContent(content);
  if (!asset) return null;
  if (asset.type !== 'URL' && asset.type !== 'PAGE') return expressionsOf(asset)[0] ?? null;
  const url = withScheme(refanged(content.trim()).replace(/^(?:URL|PAGE):/, ''));
  const led = ledUrl(url);
  const isWhole = asset.type === 'PAGE' || led?.startsWith(`${asset.content}/`) === true;
  return (isWhole ? urlExpressions(`http://${led}`)[0] : undefined) ?? expressionsOf(asset)[0] ?? null;
}
