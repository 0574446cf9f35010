import { findEvmAddresses } from './address/evm.ts';
import { recognizeUrl } from './recognize-url.ts';
import type { Asset } from './type.ts';

/** Every asset that a text names, in order, each once. */
export function recognizeText(text: string): Asset[] {
  const found: Asset[] = [];
  const seen = new Set<string>();
  const add = (asset: Asset | null) => {
    if (!asset || seen.has(`${asset.type}:${asset.content}`)) return;
    seen.add(`${asset.type}:${asset.content}`);
    found.push(asset);
  };
  for (const token of text.split(/[\s<>"'`]+/)) {
    if (/^https?:\/\//i.test(token)) add(recognizeUrl(token.replace(/[).,;:!?\]]+$/, '')));
    else for (const address of findEvmAddresses(token)) add({ type: 'ADDRESS', content: address.content });
  }
  return found;
}
