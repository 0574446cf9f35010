import { isIpAddress } from './ip.ts';

/** Second-level labels of many countries, which belong to nobody. */
const SECOND_LEVEL =
  /^(?:ac|asn|co|com|edu|firm|gen|go|gob|gov|gv|id|ind|info|ltd|me|mil|ne|net|nic|nom|or|org|plc|sch|web)$/;

/**
 * Hosts below which different people have sites (Public Suffix List, private section), limited to those on which scams
 * are found.
 */
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
 * Whether different people have sites directly below a host, judged by its form and a short list. The full Public
 * Suffix List is larger than the rest of the package.
 * @param host in ASCII, with a dot
 */
export function isSuffix(host: string): boolean {
  const [first = '', top = '', ...more] = host.split('.');
  return SUFFIXES.has(host) || (more.length === 0 && top.length === 2 && SECOND_LEVEL.test(first));
}

/**
 * The part of a host that its owner registered: `evil.example` for `login.evil.example`. For display, and to ask about a
 * sign-in for another site; never to decide what is listed, because it is derived from the form of the host: the Public
 * Suffix List is larger than the rest of the package.
 * @param host in ASCII
 * @returns the last labels of the host; the whole host for an IP address
 */
export function registrableOf(host: string): string {
  if (isIpAddress(host) || host.startsWith('[')) return host;
  const labels = host.split('.');
  for (const length of [4, 3, 2])
    if (SUFFIXES.has(labels.slice(-length).join('.'))) return labels.slice(-length - 1).join('.');
  const [above = '', top = ''] = labels.slice(-2);
  return labels.slice(top.length === 2 && SECOND_LEVEL.test(above) ? -3 : -2).join('.');
}
