import { normalizeContent } from '../content.ts';
import type { Asset } from '../type.ts';
import { canonicalUrl } from '../url/canonical-url.ts';
import { refanged } from '../url/defang.ts';
import { pageOf } from '../url/page-asset.ts';
import { recognizeText } from './recognize-text.ts';
import { wordsOf } from './word.ts';

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
