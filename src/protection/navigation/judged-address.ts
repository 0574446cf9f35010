import { isWeb } from '../warning/address.ts';

/**
 * The address by which an open tab is judged. A page without an address of its own is judged by its origin, because it
 * may outlive the page that filled it; null if there is neither.
 * @param origin asks the page
 */
export async function judgedAddress(shown: string, origin: () => Promise<string | null>): Promise<string | null> {
  if (isWeb(shown)) return shown;
  const found = shown.startsWith('blob:')
    ? new URL(shown).origin
    : isBlank(shown) && (await origin().catch(() => null));
  return found && isWeb(found) ? `${found}/` : null;
}

/** Whether only the page itself knows its origin. A busy one tells it late or never, so nothing may wait for it. */
export const isBlank = (shown = ''): boolean => /^(about:blank\b|$)/.test(shown);
