import * as z from 'zod/mini';
import type { ProtectionSettings } from '../../settings/catalogue.ts';

/** How long: one hour, or until the person turns it on again, on one site; until the browser restarts, everywhere. */
export const PAUSE_LENGTHS = ['hour', 'site', 'everywhere'] as const;
export type PauseLength = (typeof PAUSE_LENGTHS)[number];

/** `host` is the exact host, null for every site. `until` is in ms since epoch, null without an end. */
export const pause = z.object({ host: z.nullable(z.string()), until: z.nullable(z.number()) });
export type Pause = Readonly<z.infer<typeof pause>>;

/** What a pause switches off on its pages. */
export const PAUSED = {
  protectSites: false,
  protectAddresses: false,
  markLinks: false,
  noticeLookalikes: false,
  noticeSwappedAddresses: false,
  checkWallets: false,
} as const satisfies Partial<ProtectionSettings>;
