import type { ScamKind } from '../../api/report/scam-kind.ts';
import { i18n } from '../../language/i18n.ts';
import { textKey } from '../../language/text-key.ts';

/** What a person reads about a kind of scam. */
type ScamWords = {
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
  const key = textKey(kind);
  return {
    name: i18n.t(`scam.${key}.name`),
    title: i18n.t(`scam.${key}.title`),
    consequence: i18n.t(`scam.${key}.consequence`),
    already: i18n.t(`scam.${key}.already`),
  };
}
