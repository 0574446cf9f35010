/** What a request asks of the person, from which its sentence is made. */
export const REQUEST_KINDS = [
  'send',
  'transfer',
  'approve',
  'approve-all',
  'contract',
  'deploy',
  'revoke',
  'permit',
  'order',
  'safe',
  'delegate',
  'typed',
  'sign-in',
  'sign-in-elsewhere',
  'message',
  'blind',
  'network',
  'token',
  'unreadable',
] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
