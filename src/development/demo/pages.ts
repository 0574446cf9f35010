import { DEMO_ADDRESSES, DEMO_HOSTS, DEMO_PAGE_PATH } from '../../service/demo/content.ts';

/** Sites of the demo that are not listed. */
export const CLEAN_HOSTS = {
  start: 'start.wary.test',
  garden: 'garden.wary.test',
  wallets: 'wallets.wary.test',
  gallery: 'gallery.wary.test',
  shortener: 'short.wary.test',
} as const;

export type DemoAnswer = { readonly status: 200 | 302 | 404; readonly html: string; readonly location?: string };

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:44rem;margin:0 auto;padding:3rem 1.25rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}
ul{padding-inline-start:1.25rem}li{margin:.5rem 0}code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
table{border-collapse:collapse;inline-size:100%}td{padding:.4rem .75rem .4rem 0;vertical-align:top;border-block-end:1px solid #8884}
iframe{inline-size:100%;block-size:16rem;border:1px solid #8886;border-radius:6px}
.scam{background:#7a0000;color:#fff}.scam button{font-size:1.25rem;padding:.75rem 1.5rem}.quiet{opacity:.75}`;

const shell = (title: string, body: string, kind = '') =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><body class="${kind}">${body}</body></html>`;

const link = (host: string, text: string, path = '/') => `<a href="http://${host}${path}">${text}</a>`;

/** A page that a person must never see while protected; it says so when they do. */
const scam = (host: string) =>
  shell(
    'Claim your airdrop',
    `<h1>Claim your airdrop</h1><p>Connect your wallet within 10 minutes.</p><p><button type="button">Connect wallet</button></p>
<p class="quiet">This is ${host}, a pretended scam of the demo. If you read this, you opened it anyway or protection is off.</p>`,
    'scam',
  );

function start(portalUrl: string): string {
  return shell(
    'Wary: demo',
    `<h1>Try Wary</h1>
<p>The sites below exist only inside this browser. Some of them are on the demo organization's blocklist.</p>
<h2>Sites</h2>
<ul>
<li>${link(CLEAN_HOSTS.garden, 'A clean site')}: nothing happens.</li>
<li>${link(DEMO_HOSTS.drainer, 'A blocked site')}: it is stopped before it loads.</li>
<li>${link(DEMO_HOSTS.pages, 'A site with one blocked page')}: the site opens, ${link(DEMO_HOSTS.pages, 'the page', DEMO_PAGE_PATH)} does not.</li>
<li>${link(CLEAN_HOSTS.shortener, 'A short link to a blocked site', '/go')}: stopped behind the redirect.</li>
<li>${link(CLEAN_HOSTS.gallery, 'A clean site with a blocked frame')}: only the frame is blocked.</li>
<li>${link(DEMO_HOSTS.falseAlarm, 'A false alarm')}: a site that is blocked by mistake. Dispute it from the warning.</li>
</ul>
<h2>Addresses</h2>
<ul><li>${link(CLEAN_HOSTS.wallets, 'A page full of wallet addresses')}: the blocked ones are marked.</li></ul>
<h2>Then</h2>
<ul><li>Open Wary from the toolbar: report a site, see what became of your reports.</li>
<li>Visit <a href="${portalUrl}/acme">the organization's portal</a>.</li></ul>`,
  );
}

function wallets(): string {
  const rows = [
    ['Treasury', DEMO_ADDRESSES.clean],
    ['Airdrop claim', DEMO_ADDRESSES.drainer],
    ['Donations', DEMO_ADDRESSES.donation],
    ['Approve this contract', DEMO_ADDRESSES.drainerContract],
    ['Support desk', DEMO_ADDRESSES.fakeSupport],
  ].map(([name, address]) => `<tr><td>${name}</td><td><code>${address}</code></td></tr>`);
  const short = `${DEMO_ADDRESSES.poisoning.slice(0, 6)}…${DEMO_ADDRESSES.poisoning.slice(-4)}`;
  return shell(
    'Recent transfers',
    `<h1>Recent transfers</h1><table>${rows.join('')}</table>
<p>Last payment went to <a href="https://explorer.wary.test/address/${DEMO_ADDRESSES.poisoning}">${short}</a>.</p>
<p>Send the fee to <code>${DEMO_ADDRESSES.drainer}</code> before midnight.</p>`,
  );
}

/** What a demo host answers at a path. */
export function demoPage(host: string, path: string, portalUrl: string): DemoAnswer {
  const ok = (html: string): DemoAnswer => ({ status: 200, html });
  switch (host) {
    case CLEAN_HOSTS.start:
      return ok(start(portalUrl));
    case CLEAN_HOSTS.garden:
      return ok(shell('A garden', '<h1>A garden</h1><p>Tomatoes want sun and patience. Nothing here is listed.</p>'));
    case CLEAN_HOSTS.wallets:
      return ok(wallets());
    case CLEAN_HOSTS.gallery:
      return ok(
        shell(
          'A gallery',
          `<h1>A gallery</h1><p>This page is clean; the frame below shows a listed site.</p><iframe src="http://${DEMO_HOSTS.frame}/" title="Offer"></iframe>`,
        ),
      );
    case CLEAN_HOSTS.shortener:
      return { status: 302, html: '', location: `http://${DEMO_HOSTS.redirected}/` };
    case DEMO_HOSTS.falseAlarm:
      return ok(shell('An honest shop', '<h1>An honest shop</h1><p>Somebody reported it by mistake.</p>'));
    case DEMO_HOSTS.pages:
      if (path === DEMO_PAGE_PATH) return ok(scam(`${host}${path}`));
      return ok(
        shell(
          'Free pages',
          `<h1>Free pages</h1><p>Anybody may put up a page here. ${link(host, 'One of them', DEMO_PAGE_PATH)} is a scam.</p>`,
        ),
      );
    case DEMO_HOSTS.drainer:
    case DEMO_HOSTS.frame:
    case DEMO_HOSTS.redirected:
      return ok(scam(host));
    default:
      return {
        status: 404,
        html: shell('Not found', `<h1>Not found</h1><p>${link(CLEAN_HOSTS.start, 'Back to the demo')}</p>`),
      };
  }
}
