import { type AddressFault, type Asset, addressFault, normalizeContent, recognizeText } from '../../asset/index.ts';

/** Something that can be reported or disputed: what is sent, and the asset that it is recognised as. */
export type Reportable = { readonly content: string; readonly asset: Asset };

/** The most contents that one report may hold (spec: `POST /report/create`). */
export const MAX_CONTENTS = 100;

/**
 * What one text names, in the shortest spelling that still names it: an address of a page loses its query where the asset is
 * the whole site, so that no private part of it is sent. Null where nothing is recognised.
 */
export function reportable(text: string): Reportable | null {
  const asset = normalizeContent(text);
  if (!asset) return null;
  const again = normalizeContent(asset.content);
  const short = again?.type === asset.type && again.content === asset.content;
  return { content: short ? asset.content : text.trim(), asset };
}

/** Everything that a text names: one content, or several separated by spaces, commas or lines. */
export function reportables(text: string): Reportable[] {
  const whole = reportable(text);
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  if (parts.length <= 1) return whole ? [whole] : [];
  const named = parts.map(reportable).filter((found) => found !== null);
  return named.length > 0 ? named : recognizeText(text).map((asset) => ({ content: asset.content, asset }));
}

export type Addition = {
  readonly contents: readonly string[];
  readonly problem: 'wrong' | 'twice' | 'full' | AddressFault | null;
};

/** The contents with what a text names added to them, each once, or unchanged with the reason. */
export function added(contents: readonly string[], text: string): Addition {
  const found = reportables(text).map(({ content }) => content);
  if (found.length === 0) return { contents, problem: addressFault(text) ?? 'wrong' };
  const wider = [...new Set([...contents, ...found])];
  if (wider.length > MAX_CONTENTS) return { contents, problem: 'full' };
  if (wider.length === contents.length) return { contents, problem: 'twice' };
  return { contents: wider, problem: null };
}
