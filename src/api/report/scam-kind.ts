/** The kinds of scam, and the words in which a person is told of each. */
export const SCAM_WORDS = {
  drainer: 'Wallet drainer',
  'credential-phishing': 'Phishing for passwords',
  'seed-phishing': 'Phishing for recovery phrases',
  'fake-support': 'Fake support',
  impersonation: 'Impersonation',
  'fake-shop': 'Fake shop',
  'fake-investment': 'Fake investment',
  malware: 'Malware',
  'address-poisoning': 'Address poisoning',
  sanctioned: 'Sanctioned',
  other: 'Scam',
} as const;
export type ScamKind = keyof typeof SCAM_WORDS;
export const SCAM_KINDS = Object.keys(SCAM_WORDS) as [ScamKind, ...ScamKind[]];

/** The kinds that a person can report. A sanctioned address is no scam that befell anybody. */
export const REPORTED_KINDS = SCAM_KINDS.filter(
  (kind): kind is Exclude<ScamKind, 'sanctioned'> => kind !== 'sanctioned',
);

type ScamKey<Kind> = Kind extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Tail>}` : Kind;

/** The kind as a key of the locale files, in which a key holds letters only: `seed-phishing` is `seedPhishing`. */
export const scamKey = (kind: ScamKind) =>
  kind.replace(/-(.)/, (_, first: string) => first.toUpperCase()) as ScamKey<ScamKind>;
