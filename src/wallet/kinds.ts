/** What a request asks of a person, lightest first: a request that asks several things has the kind of the heaviest. */
export const REQUEST_KINDS = [
  'message',
  'sign-in',
  'token',
  'network',
  'revoke',
  'deploy',
  'contract',
  'typed',
  'send',
  'transfer',
  'safe',
  'order',
  'approve',
  'permit',
  'approve-all',
  'delegate',
  'blind',
  'sign-in-elsewhere',
  'unreadable',
] as const;

/** What a request asks of a person, from which its sentence is made. `unreadable`: a part of it was not read. */
export type RequestKind = (typeof REQUEST_KINDS)[number];
