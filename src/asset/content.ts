import { recognizeText } from './recognize-text.ts';
import { recognizeUrl } from './recognize-url.ts';
import type { Asset } from './type.ts';

/** The asset that one content names as a person or a program wrote it: an address of a page, a bare host, a wallet address. */
export function normalizeContent(content: string): Asset | null {
  const text = content.trim();
  if (/^https?:/i.test(text)) return recognizeUrl(text);
  const [first] = recognizeText(text);
  if (first) return first;
  return /^[^\s/@:]+\.[a-z][a-z0-9-]+\.?(?:[/?#].*)?$/i.test(text) ? recognizeUrl(`http://${text}`) : null;
}
