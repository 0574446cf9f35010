import { canonicalAddress } from './address/address.ts';
import { canonicalEmail } from './text/email.ts';
import { canonicalPhone } from './text/phone.ts';
import { baseNameAsset, recognizeText } from './text/recognize-text.ts';
import { hasOneAuthority } from './text/word.ts';
import { ASSET_TYPES, type Asset, type AssetType } from './type.ts';
import { canonicalCid } from './url/cid.ts';
import { refanged } from './url/defang.ts';
import { isHostWritten } from './url/host/host-shape.ts';
import { isIpAddress } from './url/host/ip.ts';
import { pageOf } from './url/page-asset.ts';
import { parsedUrl } from './url/parsed-url.ts';
import { platformAsset, recognizeUrl } from './url/recognize-url.ts';

const TYPED = new RegExp(`^(${ASSET_TYPES.join('|')}):(.+)$`, 's');

/**
 * The asset that one content names as a person, a list or a program wrote it: the address of a page with or without its scheme, a host, a
 * wallet address in any of its written forms, an e-mail address, a telephone number with its country code, an IPFS identifier, or
 * `TYPE:content` as an expression has it. Defanged spellings are understood.
 * @returns null where it names none, or more than one
 */
export function normalizeContent(content: string): Asset | null {
  const text = refanged(content.trim());
  const typed = TYPED.exec(text);
  if (typed) return typedAsset(typed[1] as AssetType, typed[2]!.trim());
  const whole = wholeAsset(text);
  if (whole) return whole;
  const found = recognizeText(text);
  return found.length === 1 ? found[0]! : null;
}

/** The asset of this type that a content names; null where it names none or one of another type. */
function typedAsset(type: AssetType, content: string): Asset | null {
  const whole = wholeAsset(content);
  if (whole?.type === type) return whole;
  if (type === 'PAGE') return whole?.type === 'URL' ? pageBelowRoot(content) : null;
  if (type === 'URL') return null;
  return platformAsset(type, content);
}

/** A page of a site that could be listed as a whole; null where a content names none below the root. */
function pageBelowRoot(content: string): Asset | null {
  const page = pageOf(/^https?:/i.test(content) ? content : `http://${content}`);
  return page?.content.endsWith('/') && page.content.indexOf('/') === page.content.length - 1 ? null : page;
}

function wholeAsset(text: string): Asset | null {
  const phone = canonicalPhone(text);
  if (phone !== null) return { type: 'PHONE_NUMBER', content: phone };
  if (/\s/.test(text)) return null;
  if (/^https?:/i.test(text) && !hasOneAuthority(text)) return null;
  if (/^(?:https?|mailto|tel|ipfs|ipns|tg|whatsapp):/i.test(text)) return recognizeUrl(text);
  const address = canonicalAddress(text);
  if (address !== null) return { type: 'ADDRESS', content: address };
  const email = canonicalEmail(text);
  if (email !== null) return { type: 'EMAIL', content: email };
  const cid = canonicalCid(text);
  if (cid !== null) return { type: 'IPFS', content: cid };
  return baseNameAsset(text) ?? (isAddressWithoutScheme(text) ? recognizeUrl(`http://${text}`) : null);
}

/** Whether a text is a host, or an IP address, with what may follow it, and a browser would open it. */
function isAddressWithoutScheme(text: string): boolean {
  const parsed = parsedUrl(`http://${text}`);
  if (parsed?.username !== '' || text.includes('@')) return false;
  return isHostWritten(text.replace(/^\.+/, '')) || (isIpAddress(parsed.hostname) && text.startsWith(parsed.hostname));
}
