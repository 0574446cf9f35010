import { limitedBytes } from '../api/client.ts';
import { sendOut } from '../api/outgoing.ts';

/** Maximum size of a fetched avatar, in bytes. */
export const MAX_AVATAR_BYTES = 256 * 1024;
const TIMEOUT_MS = 10_000;

/**
 * Accepted image types by their first bytes. SVG is not accepted, because it is a document that may contain scripts.
 */
const SIGNATURES = [
  { type: 'image/png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
] as const;

/**
 * Fetches an avatar once and returns it as a `data:` URL, so that pages of the extension never load it from its
 * address. The request has no cookie and no referrer and follows no redirect. Only https is used, and http on the same
 * origin as the service (which then is this machine). Null if it cannot be fetched or is not a PNG, JPEG or WebP image
 * of at most 256 kB.
 */
export async function fetchAvatar(address: string, serviceUrl: string): Promise<string | null> {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.origin !== serviceUrl) return null;
  if (url.username !== '' || url.password !== '') return null;
  try {
    const response = await sendOut('organizationAvatar', url.href, {
      headers: { accept: 'image/png, image/jpeg, image/webp' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return null;
    return dataUrl(await limitedBytes(response, MAX_AVATAR_BYTES));
  } catch {
    // The organization's name is shown without an avatar, whatever the reason.
    return null;
  }
}

function dataUrl(bytes: Uint8Array): string | null {
  const found = SIGNATURES.find(({ at, bytes: signature }) =>
    signature.every((byte, index) => bytes[at + index] === byte),
  );
  if (!found) return null;
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `data:${found.type};base64,${btoa(binary)}`;
}
