import type { Asset } from '../asset/type.ts';

/** What a request asks of the person, from which its sentence is made. */
export type RequestKind =
  | 'send'
  | 'transfer'
  | 'approve'
  | 'approve-all'
  | 'contract'
  | 'deploy'
  | 'revoke'
  | 'permit'
  | 'order'
  | 'safe'
  | 'delegate'
  | 'typed'
  | 'sign-in'
  | 'sign-in-elsewhere'
  | 'message'
  | 'blind'
  | 'network'
  | 'token'
  | 'unreadable';

/** Whom a request pays or empowers: addresses as `ADDRESS`, hosts as `URL`, each once, and the heaviest of its kinds. */
export type RequestReading = { readonly parties: Asset[]; readonly kind: RequestKind };

export function readRequest(_method: string, _params: unknown, _site: string): RequestReading {
  return { parties: [], kind: 'typed' };
}
