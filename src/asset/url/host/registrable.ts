import { isIpAddress } from './ip.ts';

/** What stands before the top-level domain of many countries and belongs to nobody. */
const SECOND_LEVEL =
  /^(?:ac|asn|co|com|edu|firm|gen|go|gob|gov|gv|id|ind|info|ltd|me|mil|ne|net|nic|nom|or|org|plc|sch|web)$/;

/** Hosts below which strangers have sites of their own (Public Suffix List, private section), those that scams are found on. */
const SUFFIXES: ReadonlySet<string> = new Set(
  [
    '000webhostapp.com azurewebsites.net blogspot.com carrd.co cloudfront.net dweb.link firebaseapp.com fleek.co fly.dev framer.ai framer.app',
    'framer.media framer.website gitbook.io github.io gitlab.io glitch.me godaddysites.com herokuapp.com hs-sites.com mybluehost.me myshopify.com',
    'netlify.app ngrok-free.app ngrok.app ngrok.io notion.site on-fleek.app onrender.com pages.dev r2.dev repl.co replit.app replit.dev square.site',
    'surge.sh trycloudflare.com typedream.app vercel.app web.app webflow.io weebly.com wixsite.com wixstudio.com wordpress.com workers.dev wpengine.com',
    'blob.core.windows.net web.core.windows.net',
  ].flatMap((group) => group.split(' ')),
);

/**
 * Whether strangers have sites of their own directly below a host, as far as its form and a short list tell. The Public Suffix List knows
 * all of them, and is larger than the rest of the package.
 * @param host in ASCII, with a dot
 */
export function isSuffix(host: string): boolean {
  const [first = '', top = '', ...more] = host.split('.');
  return SUFFIXES.has(host) || (more.length === 0 && top.length === 2 && SECOND_LEVEL.test(first));
}

/**
 * The part of a host that somebody registered or was given, which says whose it is: `evil.example` of `login.evil.example`. Read off the
 * form of the host, because the Public Suffix List is larger than the rest of the package; so it is for the eye alone and decides nothing.
 * @param host in ASCII
 * @returns the end of the host, whole labels; all of it for an IP address
 */
export function registrableOf(host: string): string {
  if (isIpAddress(host) || host.startsWith('[')) return host;
  const labels = host.split('.');
  for (const length of [4, 3, 2])
    if (SUFFIXES.has(labels.slice(-length).join('.'))) return labels.slice(-length - 1).join('.');
  const [above = '', top = ''] = labels.slice(-2);
  return labels.slice(top.length === 2 && SECOND_LEVEL.test(above) ? -3 : -2).join('.');
}
