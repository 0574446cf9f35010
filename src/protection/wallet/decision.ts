import * as z from 'zod/mini';
import { ASSET_TYPES } from '../../asset/type.ts';
import { REQUEST_KINDS } from '../../wallet/kinds.ts';
import { WALLET_STATES } from '../../wallet/wallets.ts';
import { verdict } from '../verdict/verdict.ts';

const text = z.string().check(z.maxLength(4096));
/** Whom a request names; a reading has no more. */
export const walletParties = z.array(z.object({ type: z.enum(ASSET_TYPES), content: text })).check(z.maxLength(1_024));

/** A request that a page makes to a wallet, as it was read; the id is the same where it is asked about again. */
export const walletRequest = z.object({ id: text, kind: z.enum(REQUEST_KINDS), parties: walletParties });
export type WalletRequest = Readonly<z.infer<typeof walletRequest>>;

/** `wait` while a person decides: then it is asked again. */
export const walletAnswer = z.enum(['go', 'refuse', 'wait']);
export type WalletAnswer = z.infer<typeof walletAnswer>;
export const walletState = z.enum(WALLET_STATES);

/** What a person is shown about a request that waits for them. */
export const walletDecision = z.object({
  site: z.string(),
  kind: z.enum(REQUEST_KINDS),
  /** Why it waits: whom it names is listed, may be, is another site to sign in to, or is like `used`. */
  cause: z.enum(['listed', 'unconfirmed', 'elsewhere', 'alike']),
  named: z.string(),
  verdict: z.optional(verdict),
  /** What was copied or paid in this session; null if only its hash is kept. */
  used: z.optional(z.nullable(z.string())),
  maySend: z.boolean(),
});
