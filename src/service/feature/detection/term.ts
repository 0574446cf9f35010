import { domainToUnicode } from 'node:url';
import type { CONFIDENCES } from '../../../api/threat/detection.ts';
import type { Asset } from '../../../asset/index.ts';
import { skeletonOf } from '../../../lookalike/skeleton.ts';
import { type Issue, issue } from '../../database/refused.ts';

export type Confidence = (typeof CONFIDENCES)[number];

type TermSet = {
  readonly terms: readonly string[];
  readonly words: RegExp;
  readonly skeletons: readonly string[];
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export function termSet(terms: readonly string[]): TermSet {
  const plain = [...new Set(terms.map((term) => term.trim().toLowerCase()))];
  const any = plain.map(escaped).join('|');
  return {
    terms: plain,
    words: new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'u'),
    skeletons: plain.map(skeletonOf),
  };
}

/** The confidence that a content has one of the terms (see `CONFIDENCES`); null when it has none. */
export function confidenceIn(
  content: string,
  { terms, words, skeletons }: TermSet,
): Exclude<Confidence, 'none'> | null {
  const text = readable(content).toLowerCase();
  if (terms.some((term) => text.includes(term))) return words.test(text) ? 'high' : 'medium';
  const skeleton = skeletonOf(text);
  return skeletons.some((term) => skeleton.includes(term)) ? 'low' : null;
}

/** A content as a reader sees it: a host in Unicode, not in Punycode. */
function readable(content: string): string {
  if (!content.includes('xn--')) return content;
  const [host = '', ...rest] = content.split('/');
  return [domainToUnicode(host) || host, ...rest].join('/');
}

/** What is wrong with the terms of a config. */
export function termProblems(terms: readonly string[]): Issue[] {
  const plain = terms.map((term) => term.trim().toLowerCase());
  return plain.flatMap((term, index) => {
    if (plain.indexOf(term) !== index) return [issue('termTwice', { term }, 'terms')];
    return /[\p{L}\p{N}]/u.test(term) ? [] : [issue('termEmpty', { term }, 'terms')];
  });
}

/** An asset that matches a config. `threatContent` is what was matched; `reportId`: it quotes that report. */
export type Match = {
  readonly asset: Asset;
  readonly threatContent: string;
  readonly confidence: Confidence;
  readonly reportId: number | null;
};
