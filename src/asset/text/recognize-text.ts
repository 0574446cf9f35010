import { type FoundAddress, findAddresses } from '../address/address.ts';
import { baseName } from '../address/codec/ens.ts';
import type { Asset } from '../type.ts';
import { canonicalCid, rootOfPath } from '../url/cid.ts';
import { isHostClear } from '../url/host/host-shape.ts';
import { recognizeUrl } from '../url/recognize-url.ts';
import { canonicalEmail, phoneAt } from './contact.ts';
import { handleAt } from './handle.ts';
import { refanged, type Word, wordsOf } from './word.ts';

/** Minimum length of a wallet address or IPFS identifier that consists of letters and digits only. */
const MIN_PLAIN_LENGTH = 25;

/**
 * Every asset that a text names, each once, in order: URLs (also defanged, and without a scheme if unambiguous), wallet
 * addresses, e-mail addresses, telephone numbers with their country code, IPFS identifiers, and `@names` with an
 * unambiguous platform. Linear time; a repeated word is usually parsed once.
 */
export function recognizeText(text: string): Asset[] {
  const whole = refanged(text);
  const words = wordsOf(whole, MIN_PLAIN_LENGTH);
  const within = addressesWithin(findAddresses(whole));
  const found = new Map<string, Asset>();
  const seen = new Set<string>();
  const add = (asset: Asset): void => {
    const key = `${asset.type}:${asset.content}`;
    if (!found.has(key)) found.set(key, asset);
  };
  for (const word of words) {
    const { before, inside } = within(word);
    before.forEach(add);
    if (seen.has(word.text)) continue;
    const assets = assetsAt(word, inside, whole);
    if (!needsNeighbours(word.text, assets)) seen.add(word.text);
    assets.forEach(add);
  }
  within({ text: '', index: whole.length, after: '' }).before.forEach(add);
  return [...found.values()];
}

/**
 * Whether the result depends on the neighbours: the platform of an `@name`, the rest of a number, a host that may be
 * code.
 */
const needsNeighbours = (text: string, assets: readonly Asset[]) =>
  /^[@+]/.test(text) || (assets.length === 0 && text.includes('.') && !text.includes('@'));

function assetsAt(word: Word, addresses: readonly Asset[], around: string): Asset[] {
  const { text } = word;
  if (/^(?:(?:https?|ipfs|ipns|tg|whatsapp):\/\/|mailto:|tel:)/i.test(text)) return present(publicAsset(text));
  if (text.startsWith('@')) return present(handleAt(word, around));
  const phone = text.startsWith('+') ? phoneAt(around, word.index) : null;
  if (phone !== null) return [{ type: 'PHONE_NUMBER', content: phone }];
  const email = text.includes('@') ? canonicalEmail(text) : null;
  if (email !== null) return [{ type: 'EMAIL', content: email }];
  if (isHostClear(word, around)) return present(baseNameAsset(text) ?? recognizeUrl(`http://${text}`));
  if (addresses.length > 0) return [...addresses];
  const name = baseNameAsset(text);
  if (name) return [name];
  const cid = text.length >= MIN_PLAIN_LENGTH ? canonicalCid(rootOfPath(text)) : null;
  return cid === null ? [] : [{ type: 'IPFS', content: cid }];
}

/**
 * Returns the wallet addresses that begin inside a word, and those between it and the word before it: an address in
 * pieces begins with a short one, which is no word. Words must be passed in order; each address is returned once.
 */
function addressesWithin(
  found: readonly FoundAddress[],
): (word: Word) => { readonly before: readonly Asset[]; readonly inside: readonly Asset[] } {
  const assets = found.map(({ content }): Asset => ({ type: 'ADDRESS', content }));
  let next = 0;
  const until = (end: number): Asset[] => {
    const first = next;
    while (next < found.length && found[next]!.index < end) next += 1;
    return assets.slice(first, next);
  };
  return ({ index, text }) => ({ before: until(index), inside: until(index + text.length) });
}

/**
 * The asset of a URL with a scheme; null for a single-label host such as `http://localhost`, which cannot be listed.
 */
function publicAsset(url: string): Asset | null {
  const asset = recognizeUrl(url);
  return asset?.type === 'URL' && !/[.:]/.test(asset.content) ? null : asset;
}

const present = (asset: Asset | null): Asset[] => (asset ? [asset] : []);

/** A Base name, `label.base.eth`. */
export function baseNameAsset(text: string): Asset | null {
  const content = baseName(text);
  return content === null ? null : { type: 'BASENAME', content };
}
