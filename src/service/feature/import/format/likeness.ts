import { normalizeContent } from '../../../../asset/content.ts';

/** As many entries tell what a list is. */
const LOOKED_AT = 1_000;
const HOST = /^(https?:\/\/)?([a-z0-9_-]+\.)+[a-z][a-z0-9-]*\.?([/:]|$)/i;

/** Whether texts are wallet addresses or hosts, by the first that is either; null where none is. */
export function kindOf(texts: readonly unknown[]): 'addresses' | 'hosts' | null {
  for (const text of texts.slice(0, LOOKED_AT)) {
    if (typeof text !== 'string') continue;
    if (normalizeContent(text)?.type === 'ADDRESS') return 'addresses';
    if (HOST.test(text.trim())) return 'hosts';
  }
  return null;
}

/** What a text that is no JSON may be instead: the end of a sentence about it. */
export function textHint(text: string): string {
  const lines = text
    .slice(0, 65_536)
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*$/, '').trim());
  const kind = kindOf(lines.flatMap((line) => line.split(/\s+/)));
  return kind === null ? '' : `. It may be --format ${kind}`;
}

/** What a JSON value may be instead. */
export function jsonHint(value: unknown): string {
  if (value === null || typeof value !== 'object') return '';
  if (!Array.isArray(value)) {
    const format = 'blacklist' in value ? 'eth-phishing-detect' : 'deny' in value ? 'polkadot-phishing' : null;
    return format === null ? '' : `. It may be --format ${format}`;
  }
  const kind = kindOf(value);
  if (kind === 'hosts') return '. It holds hosts: write them one a line, and take --format hosts';
  return kind === null ? '' : '. It may be --format addresses';
}
