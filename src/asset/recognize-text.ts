import { findAddresses } from './address/address.ts';
import { canonicalEmail } from './email.ts';
import { handleAt } from './handle.ts';
import type { Asset } from './type.ts';
import { canonicalCid } from './url/cid.ts';
import { refanged } from './url/defang.ts';
import { isHostClear } from './url/host-shape.ts';
import { recognizeUrl } from './url/recognize-url.ts';
import { type Word, wordsOf } from './word.ts';

/**
 * Every asset that a text names, in the order in which they stand there, each once: addresses of pages (also without a scheme where they
 * are clearly such, also defanged), wallet addresses, e-mail addresses, IPFS identifiers, and `@names` whose platform is beyond doubt.
 * Takes time linear in the length of the text, and looks at a word that comes again no second time.
 */
export function recognizeText(text: string): Asset[] {
  const whole = refanged(text);
  const words = wordsOf(whole);
  const found = new Map<string, Asset>();
  const seen = new Set<string>();
  for (const [index, { text: word }] of words.entries()) {
    // Whose `@name` it is, the words before it say.
    if (!word.startsWith('@')) {
      if (seen.has(word)) continue;
      seen.add(word);
    }
    for (const asset of assetsAt(words, index, whole)) {
      const key = `${asset.type}:${asset.content}`;
      if (!found.has(key)) found.set(key, asset);
    }
  }
  return [...found.values()];
}

function assetsAt(words: readonly Word[], index: number, around: string): Asset[] {
  const { text } = words[index]!;
  if (/^(?:(?:https?|ipfs|ipns|tg):\/\/|mailto:|tel:)/i.test(text)) return present(recognizeUrl(text));
  if (text.startsWith('@')) return present(handleAt(words, index));
  const email = text.includes('@') ? canonicalEmail(text) : null;
  if (email !== null) return [{ type: 'EMAIL', content: email }];
  if (isHostClear(text)) return present(baseName(text) ?? recognizeUrl(`http://${text}`));
  const addresses = findAddresses(text, around);
  if (addresses.length > 0) return addresses.map(({ content }) => ({ type: 'ADDRESS', content }));
  const name = baseName(text);
  if (name) return [name];
  const cid = text.length >= 46 ? canonicalCid(text) : null;
  return cid === null ? [] : [{ type: 'IPFS', content: cid }];
}

const present = (asset: Asset | null): Asset[] => (asset ? [asset] : []);

/** A name of the Base chain, `label.base.eth`. */
export function baseName(text: string): Asset | null {
  return /^[a-z0-9-]{3,60}\.base\.eth$/i.test(text) ? { type: 'BASENAME', content: text.toLowerCase() } : null;
}
