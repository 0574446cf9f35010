import type { Asset } from '../asset/type.ts';
import type { RequestKind } from './kinds.ts';

/** Whom a request pays or empowers: addresses as `ADDRESS`, hosts as `URL`, each once, and the heaviest of its kinds. */
export type RequestReading = { readonly parties: Asset[]; readonly kind: RequestKind };

export function readRequest(_method: string, _params: unknown, _site: string): RequestReading {
  return { parties: [], kind: 'typed' };
}
