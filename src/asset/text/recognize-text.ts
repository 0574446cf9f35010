import { type FoundAddress, findAddresses } from '../address/address.ts';
import { baseName } from '../address/codec/ens.ts';
import type { Asset } from '../type.ts';
import { canonicalCid } from '../url/cid.ts';
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
  for (const word of words) {
    if (seen.has(word.text)) continue;
    const assets = assetsAt(word, within, whole);
    if (!needsNeighbours(word.text, assets)) seen.add(word.text);
    for (const asset of assets) {
      const key = `${asset.type}:${asset.content}`;
      if (!found.has(key)) found.set(key, asset);
    }
  }
  return [...found.values()];
}

/**
 * Whether the result depends on the neighbours: the platform of an `@name`, the rest of a number, a host that may be
 * code.
 */
const needsNeighbours = (text: string, assets: readonly Asset[]) =>
  /^[@+]/.test(text) || (assets.length === 0 && text.includes('.') && !text.includes('@'));

function assetsAt(word: Word, within: ReturnType<typeof addressesWithin>, around: string): Asset[] {
  const { text } = word;
  if (/^(?:(?:https?|ipfs|ipns|tg|whatsapp):\/\/|mailto:|tel:)/i.test(text)) return present(publicAsset(text));
  if (text.startsWith('@')) return present(handleAt(word, around));
  const phone = text.startsWith('+') ? phoneAt(around, word.index) : null;
  if (phone !== null) return [{ type: 'PHONE_NUMBER', content: phone }];
  const email = text.includes('@') ? canonicalEmail(text) : null;
  if (email !== null) return [{ type: 'EMAIL', content: email }];
  if (isHostClear(word, around)) return present(baseNameAsset(text) ?? recognizeUrl(`http://${text}`));
  const found = within(word);
  if (found.length > 0) return found.map(({ content }) => ({ type: 'ADDRESS', content }));
  const name = baseNameAsset(text);
  if (name) return [name];
  const cid = text.length >= MIN_PLAIN_LENGTH ? canonicalCid(text) : null;
  return cid === null ? [] : [{ type: 'IPFS', content: cid }];
}

/**
 * Returns the wallet addresses that begin inside a word. Words must be passed in order; each address is returned once.
 */
function addressesWithin(found: readonly FoundAddress[]): (word: Word) => readonly FoundAddress[] {
  let next = 0;
  return ({ index, text }) => {
    while (next < found.length && found[next]!.index < index) next += 1;
    const first = next;
    while (next < found.length && found[next]!.index < index + text.length) next += 1;
    return found.slice(first, next);
  };
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
