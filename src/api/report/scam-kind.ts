/** Kinds of scam and their English names. */
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

/** A kind that a person can report: any but `sanctioned`, which is not a scam. */
export type ReportedKind = Exclude<ScamKind, 'sanctioned'>;
export const REPORTED_KINDS = SCAM_KINDS.filter((kind): kind is ReportedKind => kind !== 'sanctioned');

const isReported = (kind: string): kind is ReportedKind => REPORTED_KINDS.some((known) => known === kind);

/**
 * The kinds in the order in which a report form offers them.
 * @param first the kinds that an organization wants first; one that this version does not know is left out
 */
export const offeredKinds = (first: readonly string[] = []): readonly ReportedKind[] => [
  ...new Set([...first.filter(isReported), ...REPORTED_KINDS]),
];

/** Keys of the texts in which a report form names them, from the point of view of a victim. */
export const REPORTED_KIND_TEXTS = {
  drainer: 'report.kinds.drainer',
  'seed-phishing': 'report.kinds.recoveryPhrase',
  'credential-phishing': 'report.kinds.credentials',
  'fake-support': 'report.kinds.fakeSupport',
  impersonation: 'report.kinds.impersonation',
  'fake-shop': 'report.kinds.fakeShop',
  'fake-investment': 'report.kinds.fakeInvestment',
  malware: 'report.kinds.malware',
  'address-poisoning': 'report.kinds.addressPoisoning',
  other: 'report.kinds.other',
} as const satisfies Record<ReportedKind, string>;

/**
 * Patterns that assign a kind to a reason, most specific first: `Fake support asks for the recovery phrase` is seed
 * phishing, and `Phishing` alone is credential phishing.
 */
const KIND_PATTERNS: readonly (readonly [ScamKind, RegExp])[] = [
  ['sanctioned', /\bsanction|\bofac\b|\bsdn\b|\bembargo/],
  ['address-poisoning', /poison|\bdusting|zero.?(?:value|transfer)|look.?alike address/],
  ['seed-phishing', /\bseed\b|(?:recovery|secret|backup).?(?:phrase|words?)|mnemonic|private.?key/],
  [
    'drainer',
    /drain|(?:approval|permit|ice).?(?:phish|scam)|\bsweeper|\bpermit2?\b|wallet.?(?:stealer|theft|connect)|set.?approval/,
  ],
  ['fake-support', /\bsupport|help.?desk|help.?line|customer.?(?:care|service)|remote access/],
  [
    'malware',
    /malware|malicious.?(?:file|software|download|app|extension|code|package)|\bvirus|trojan|ransom|stealer|spyware|key.?logger|\bexploit|botnet|crypto.?jack|\bc2\b|\brat\b/,
  ],
  ['fake-shop', /\bshop|\bstore\b|merchan|counterfeit|web.?shop|e-?commerce/],
  [
    'fake-investment',
    /invest|air.?drop|give.?away|ponzi|pyramid|\bhyip\b|rug.?pull|pre.?sale|butcher|honey.?pot|(?:fake|scam).?(?:token|coin|exchange|mint)|trading|romance|advance.?fee|double your|staking|\bico\b/,
  ],
  [
    'impersonation',
    /impersonat|impost[eo]r|pretend|spoof|typo.?squat|cyber.?squat|look.?alike|brand.?abuse|fake.?(?:account|profile|site|app|website)|clone/,
  ],
  ['credential-phishing', /phish|credential|password|log.?in|sign.?in|\b2fa\b|\botp\b|account.?take.?over/],
];

/** Reasons without information beyond the kind. */
const UNINFORMATIVE =
  /^\W*(?:other|scams?|scamming|fraud|blocked|listed|reported|unknown|malicious.?(?:file|software|download|app|extension|code|package)|suspicious|abuse|bad)?\W*$/;

/**
 * The kind of scam in a free-text reason from the service or an imported list.
 * @returns `other` if none matches
 */
export function scamKindOf(reason: string): ScamKind {
  const text = reason.toLowerCase();
  return KIND_PATTERNS.find(([, words]) => words.test(text))?.[0] ?? 'other';
}

/** Whether a reason says more than its kind, which people read in their own language. */
export function isTelling(reason: string): boolean {
  const text = reason.trim().toLowerCase();
  return !UNINFORMATIVE.test(text) && !Object.values(SCAM_WORDS).some((name) => name.toLowerCase() === text);
}
