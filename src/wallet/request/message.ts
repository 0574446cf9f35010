import { canonicalUrl } from '../../asset/url/canonical-url.ts';
import { registrableOf } from '../../asset/url/host/registrable.ts';
import { addressesInText } from './evm.ts';
import { bytesOfDigits, memberOf, type Reading, textIn } from './reading.ts';

const SIGN_IN = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your [^\n]+ account:/;
const URI = /^URI: (\S+)/m;

function readSignIn(domain: string, uri: string, reading: Reading): void {
  const host = canonicalUrl(`https://${domain}`)?.split('/', 1)[0] ?? domain;
  reading.addKind(registrableOf(host) === registrableOf(reading.site) ? 'sign-in' : 'sign-in-elsewhere');
  for (const url of [`https://${domain}`, uri]) reading.nameHost(url);
}

/** Reads the arguments of `solana:signIn`, without a domain for the site itself. */
export function readSignIns(args: readonly unknown[], reading: Reading): void {
  for (const argument of args.length > 0 ? args : [undefined])
    readSignIn(textIn(argument, 'domain') || reading.site, textIn(argument, 'uri'), reading);
}

/** Reads the parameters of `personal_sign`: message and account, which wallets take in either order. */
export function readPersonalSign(args: readonly unknown[], reading: Reading): void {
  const given = args.slice(0, 2).filter((value) => value !== undefined);
  const accounts = given.filter((value) => /^0x[0-9a-f]{40}$/i.test(typeof value === 'string' ? value : ''));
  const messages = given.filter((value) => !accounts.includes(value));
  for (const message of messages.length > 0 ? messages : given.slice(0, 1))
    readWritten(message, reading, String(accounts.at(-1)).toLowerCase());
}

/** Reads the arguments of functions that sign messages: each a message, or an object with one. */
export function readMessages(args: readonly unknown[], reading: Reading): void {
  for (const argument of args) readWritten(memberOf(argument, 'message') ?? argument, reading);
}

/** Reads bytes or a text, also in hexadecimal digits without `0x`, as MetaMask takes it. Nobody can judge a hash. */
function readWritten(message: unknown, reading: Reading, signer?: string): void {
  const isText = typeof message === 'string';
  if (!isText && !(message instanceof Uint8Array)) reading.addKind('unreadable');
  const digits = isText ? /^\s*(?:0x)?((?:[0-9a-f]{2})+)[0-9a-f]?\s*$/i.exec(message)?.[1] : undefined;
  const bytes = digits ? bytesOfDigits(digits) : message;
  const text = bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : isText ? message : '';
  const domain = SIGN_IN.exec(text)?.[1];
  const isHash = digits?.length === 64 && /[^\x20-\x7e\s]/.test(text);
  if (domain === undefined || isHash) reading.addKind(isHash ? 'blind' : 'message');
  else readSignIn(domain, URI.exec(text)?.[1] ?? '', reading);
  if (!isHash) reading.mention(...addressesInText(text).filter((address) => address !== signer));
}
