import type { ScamKind } from '../../../api/report/scam-kind.ts';

/** What may have happened to a person, with what saves what can be saved, the most urgent first. */
export const STEPS = {
  phrase: ['newWallet', 'everyNetwork', 'oldWallet'],
  signed: ['moveAway', 'revoke', 'onlyConnected'],
  password: ['changePassword', 'signOut', 'secondStep', 'warnContacts'],
  paid: ['callBank', 'watchAccount'],
  sent: ['sendNothing', 'tellExchange', 'askAgain'],
  device: ['cutOff', 'removeAccess', 'cleanDevice', 'otherDevice'],
  sanctioned: ['stopTrading', 'askAdvice'],
} as const;
export type Situation = keyof typeof STEPS;

/** What helps whatever happened. */
export const ALWAYS = ['keepEvidence', 'tellPolice', 'payNobody'] as const;
export type Step = (typeof STEPS)[Situation][number] | (typeof ALWAYS)[number];

const SITUATIONS: Readonly<Record<ScamKind, readonly Situation[]>> = {
  drainer: ['signed', 'phrase', 'sent'],
  'credential-phishing': ['password', 'phrase', 'paid'],
  'seed-phishing': ['phrase', 'signed'],
  'fake-support': ['device', 'phrase', 'password', 'paid'],
  impersonation: ['password', 'paid', 'sent', 'phrase'],
  'fake-shop': ['paid', 'password', 'sent'],
  'fake-investment': ['signed', 'sent', 'paid', 'phrase'],
  malware: ['device', 'phrase'],
  'address-poisoning': ['sent'],
  sanctioned: ['sanctioned'],
  other: ['password', 'phrase', 'signed', 'paid', 'sent', 'device'],
};

/** What may have happened to a person with a scam of a kind, the likeliest first. */
export const situationsOf = (kind: ScamKind): readonly Situation[] => SITUATIONS[kind];

/** The kind that the address of the page of steps names; `other`, with every situation, where it names none. */
export function kindOf(pageAddress: string): ScamKind {
  const named = new URL(pageAddress).searchParams.get('kind');
  return named !== null && Object.hasOwn(SITUATIONS, named) ? (named as ScamKind) : 'other';
}
