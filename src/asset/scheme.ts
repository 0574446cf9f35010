import { canonicalAddress, PAYMENT_SCHEMES } from './address/address.ts';
import { canonicalEmail, canonicalPhone } from './text/contact.ts';
import type { Asset, AssetType } from './type.ts';
import { canonicalCid, ipnsContent } from './url/cid.ts';

type Reader = (rest: string) => Asset | null;

const typed = (type: AssetType, content: string | null): Asset | null => (content === null ? null : { type, content });
const beforeQuery = (rest: string) => rest.split(/[?#]/, 1)[0] ?? '';
const firstSegment = (rest: string) => rest.replace(/^\/*(?:ip[fn]s\/)?/, '').split(/[/?#]/, 1)[0] ?? '';

/**
 * Schemes that name an asset directly (RFC 6068, RFC 3966, the IPFS address specification, Telegram deep links), and
 * payment schemes.
 */
const READERS: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(
    PAYMENT_SCHEMES.map((scheme): [string, Reader] => [
      scheme,
      (rest) => typed('ADDRESS', canonicalAddress(`${scheme}:${rest}`)),
    ]),
  ),
  mailto: (rest) => typed('EMAIL', canonicalEmail(unescaped(beforeQuery(rest)))),
  tel: (rest) => typed('PHONE_NUMBER', canonicalPhone(unescaped(beforeQuery(rest).split(';', 1)[0] ?? ''))),
  ipfs: (rest) => typed('IPFS', canonicalCid(firstSegment(rest))),
  ipns: (rest) => typed('IPFS', ipnsContent(firstSegment(rest))),
  tg: (rest) => typed('TELEGRAM', telegramLink(rest)),
  whatsapp: (rest) => typed('WHATSAPP', whatsappLink(rest)),
};

/** Parses a deep link `action?name=value`; empty if it has another form. */
function deepLink(rest: string): { readonly action: string; readonly value: (name: string) => string | null } {
  const [, action = '', query = ''] = /^\/{0,2}([a-z]+)\/?\?(.*)$/i.exec(rest) ?? [];
  const values = new URLSearchParams(query);
  return { action: action.toLowerCase(), value: (name) => values.get(name) };
}

/** Telegram deep links: account, invitation, sticker set, folder. */
function telegramLink(rest: string): string | null {
  const { action, value } = deepLink(rest);
  const matching = (name: string, shape: RegExp) => {
    const found = value(name);
    return found !== null && shape.test(found) ? found : null;
  };
  const after = (start: string, name: string | null) => (name === null ? null : start + name);
  if (action === 'resolve') return matching('domain', /^[a-z]\w{3,31}$/i)?.toLowerCase() ?? null;
  if (action === 'join') return after('+', matching('invite', /^[\w-]{8,40}$/));
  if (action === 'addlist') return after('addlist/', matching('slug', /^[\w-]{2,64}$/));
  if (action === 'addstickers') return after('addstickers/', matching('set', /^\w{2,64}$/)?.toLowerCase() ?? null);
  return null;
}

/** `whatsapp://send?phone=…` and `whatsapp://chat?code=…`. */
function whatsappLink(rest: string): string | null {
  const { action, value } = deepLink(rest);
  const phone = action === 'send' ? (value('phone') ?? '').replace(/\D/g, '') : '';
  if (/^\d{6,15}$/.test(phone)) return phone;
  const code = action === 'chat' ? (value('code') ?? '') : '';
  return /^\w{18,26}$/.test(code) ? code : null;
}

/** The asset of a URL with one of these schemes; null for other schemes and for invalid contents. */
export function recognizeScheme(url: string): Asset | null {
  const found = /^\s*([a-z0-9+]{2,16}):(\S+)\s*$/i.exec(url);
  const reader = found ? READERS[found[1]!.toLowerCase()] : undefined;
  return found && reader ? reader(found[2]!) : null;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
