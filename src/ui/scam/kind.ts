import { i18n } from '#i18n';
import type { ScamKind } from '../../api/report/scam-kind.ts';

type ScamKey<Kind> = Kind extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Tail>}` : Kind;

/** The kind as a key of the locale files, in which a key holds letters only: `seed-phishing` is `seedPhishing`. */
const scamKey = (kind: ScamKind) =>
  kind.replace(/-(.)/, (_, first: string) => first.toUpperCase()) as ScamKey<ScamKind>;

/** What a person is told of a kind of scam. */
export type ScamWords = {
  /** Two or three words, for a choice or a line: `Wallet drainer`. */
  readonly name: string;
  /** What a site of this kind does: `This site empties wallets`. */
  readonly title: string;
  /** What would happen to the person there, in a sentence or two. */
  readonly consequence: string;
  /** Asks whether it has happened already; leads to what to do then. */
  readonly already: string;
};

/** A kind of scam in the person's language. */
export function scamInWords(kind: ScamKind): ScamWords {
  const key = scamKey(kind);
  return {
    name: i18n.t(`scam.${key}.name`),
    title: i18n.t(`scam.${key}.title`),
    consequence: i18n.t(`scam.${key}.consequence`),
    already: i18n.t(`scam.${key}.already`),
  };
}
