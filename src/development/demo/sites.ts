import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMO_ADDRESSES, DEMO_HOSTS, DEMO_PAGE_PATH } from '../../service/command/demo/content.ts';
import type { DemoService } from './service.ts';
import { startPage } from './start-page.ts';

/** The looks of every demo page: light and dark, narrow and wide, with nothing from elsewhere. */
export const STYLE = `:root{color-scheme:light dark;--surface:#f7f7f9;--raised:#fff;--text:#22242b;--quiet:#5a5e6b;--line:#dcdde3;--accent:#3b4cca;--ok:#1f7a4d;--scam:#8f1414;
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;background:var(--surface);color:var(--text)}
@media(prefers-color-scheme:dark){:root{--surface:#15171c;--raised:#1d2027;--text:#f0f1f4;--quiet:#a6abb8;--line:#383c47;--accent:#a3b1ff;--ok:#6fd3a0;--scam:#6d0f0f}}
*{box-sizing:border-box}body{max-width:46rem;margin:0 auto;padding:clamp(1.5rem,6vh,4rem) 1.25rem 4rem}
h1{font-size:1.875rem;line-height:1.2;margin:0 0 .5rem;text-wrap:balance}h2{font-size:1.1875rem;margin:2.25rem 0 .75rem}p{margin:.5rem 0}
a{color:var(--accent);text-underline-offset:.2em}:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.quiet{color:var(--quiet)}.card{background:var(--raised);border:1px solid var(--line);border-radius:12px;box-shadow:0 1px 2px #0001,0 4px 12px #0001}
code{font-family:ui-monospace,"SF Mono","Cascadia Mono",monospace;font-size:.9em;overflow-wrap:anywhere}
.home{display:inline-block;margin-block-end:1.5rem}.brand{display:flex;align-items:center;gap:.5rem;font-weight:600;margin-block-end:1.5rem}.brand svg{inline-size:1.25rem;block-size:1.25rem;border-radius:4px}
.steps{list-style:none;margin:0;padding:0}.steps li{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 .875rem;padding:.875rem 1.125rem;border-block-start:1px solid var(--line)}.steps li:first-child{border-block-start:0}
.steps input{appearance:none;inline-size:1.5rem;block-size:1.5rem;margin:0;border:2px solid var(--quiet);border-radius:50%;display:grid;place-items:center;cursor:pointer}
.steps input:checked{border-color:var(--ok);background:var(--ok)}.steps input:checked::after{content:"";inline-size:.65rem;block-size:.3rem;border:solid var(--raised);border-width:0 0 2px 2px;transform:rotate(-45deg) translate(1px,-1px)}
.steps a,.steps b{font-weight:600}.steps p{grid-column:2;margin:.125rem 0 0;color:var(--quiet)}.steps li.next{box-shadow:inset 4px 0 var(--accent)}.steps li.next:first-child{border-start-start-radius:12px}
[dir=rtl] .steps li.next{box-shadow:inset -4px 0 var(--accent)}.steps small{display:none;margin-inline-start:.5rem;color:var(--accent);font-weight:600}.steps li.next small{display:inline}
progress{appearance:none;display:block;inline-size:100%;block-size:.375rem;margin-block:1.25rem .5rem;border:0;border-radius:6px;background:var(--line);overflow:hidden}progress::-webkit-progress-bar{background:var(--line)}progress::-webkit-progress-value{background:var(--ok);border-radius:6px}
.after{margin-block-start:2.25rem;padding:1rem 1.25rem}.after h2{margin-block-start:0}
table{border-collapse:collapse;inline-size:100%}td,th{padding:.75rem 1.125rem;text-align:start;vertical-align:top;border-block-start:1px solid var(--line)}tr:first-child>*{border-block-start:0}th{font-weight:400;color:var(--quiet);white-space:nowrap}
iframe{display:block;inline-size:100%;block-size:18rem;border:1px solid var(--line);border-radius:12px;background:var(--raised)}.picture{display:block;inline-size:100%;block-size:auto;border-radius:12px;margin-block:1rem}
.scam,:root:has(.scam){--surface:var(--scam);--text:#fff;--quiet:#ffd9d9;--accent:#fff}.scam button{font:inherit;font-weight:600;padding:.75rem 1.5rem;border:0;border-radius:6px;background:#fff;color:#5c0b0b}
@media(forced-colors:active){.steps li.next{outline:2px solid Highlight;outline-offset:-2px}.steps input:checked{forced-color-adjust:none}}`;

/** Sites of the demo that are not listed. */
export const CLEAN_HOSTS = {
  start: 'start.wary.test',
  garden: 'garden.wary.test',
  wallets: 'wallets.wary.test',
  gallery: 'gallery.wary.test',
  shortener: 'short.wary.test',
} as const;

export type DemoAnswer = { readonly status: 200 | 302 | 404; readonly html: string; readonly location?: string };

const shell = (title: string, body: string, kind = '') =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><body class="${kind}"><main>${body}</main></body></html>`;

const GARDEN =
  '<svg class="picture" viewBox="0 0 640 220" role="img" aria-label="Tomatoes on a cane"><rect width="640" height="220" fill="#dceedd"/><path d="M0 190h640v30H0z" fill="#8a6a4a"/><g fill="none" stroke="#3d7a45" stroke-width="6" stroke-linecap="round"><path d="M200 190V60M320 190V40M440 190V70"/><path d="M200 120q-40-10-50-40M200 140q45-5 60-40M320 110q-45-10-55-45M320 140q50-10 60-45M440 130q-40-5-50-35M440 150q45-10 55-40"/></g><g fill="#d8432f"><circle cx="160" cy="92" r="16"/><circle cx="252" cy="112" r="14"/><circle cx="272" cy="78" r="17"/><circle cx="374" cy="108" r="15"/><circle cx="398" cy="108" r="13"/><circle cx="488" cy="124" r="16"/></g></svg>';

const link = (host: string, text: string, path = '/') => `<a href="http://${host}${path}">${text}</a>`;

/** A site of the demo, with the way back to its start. */
const inside = (title: string, body: string, kind = '') =>
  shell(title, `<p class="home">${link(CLEAN_HOSTS.start, '← Back to the demo')}</p>${body}`, kind);

/** A page that a person must never see while protected; it says so when they do. */
const scam = (host: string) =>
  inside(
    'Claim your airdrop',
    `<h1>Claim your airdrop</h1><p>Connect your wallet within 10 minutes.</p><p><button type="button">Connect wallet</button></p>
<p class="quiet">This is ${host}, a pretended scam of the demo. If you read this, you opened it anyway or protection is off.</p>`,
    'scam',
  );

function wallets(): string {
  const rows = [
    ['Treasury', DEMO_ADDRESSES.clean],
    ['Airdrop claim', DEMO_ADDRESSES.drainer],
    ['Donations', DEMO_ADDRESSES.donation],
    ['Approve this contract', DEMO_ADDRESSES.drainerContract],
    ['Support desk', DEMO_ADDRESSES.fakeSupport],
  ].map(([name, address]) => `<tr><th scope="row">${name}</th><td><code>${address}</code></td></tr>`);
  const short = `${DEMO_ADDRESSES.poisoning.slice(0, 6)}…${DEMO_ADDRESSES.poisoning.slice(-4)}`;
  return inside(
    'Recent transfers',
    `<h1>Recent transfers</h1><div class="card"><table>${rows.join('')}</table></div>
<p>Last payment went to <a href="https://explorer.wary.test/address/${DEMO_ADDRESSES.poisoning}">${short}</a>.</p>
<p>Send the fee to <code>${DEMO_ADDRESSES.drainer}</code> before midnight.</p>`,
  );
}

/** What a demo host answers at a path. */
export function demoPage(host: string, path: string, portalUrl: string): DemoAnswer {
  const ok = (html: string): DemoAnswer => ({ status: 200, html });
  switch (host) {
    case CLEAN_HOSTS.start:
      return ok(shell('Wary, the demo', startPage(CLEAN_HOSTS, portalUrl)));
    case CLEAN_HOSTS.garden:
      return ok(
        inside(
          'A garden',
          `${GARDEN}<h1>A garden</h1><p>Tomatoes want sun and patience. Nothing here is listed, and nobody was asked about it.</p>`,
        ),
      );
    case CLEAN_HOSTS.wallets:
      return ok(wallets());
    case CLEAN_HOSTS.gallery:
      return ok(
        inside(
          'A gallery',
          `<h1>A gallery</h1><p>This page is clean; the frame below shows a listed site.</p><iframe src="http://${DEMO_HOSTS.frame}/" title="Offer"></iframe>`,
        ),
      );
    case CLEAN_HOSTS.shortener:
      return { status: 302, html: '', location: `http://${DEMO_HOSTS.redirected}/` };
    case DEMO_HOSTS.falseAlarm:
      return ok(inside('An honest shop', '<h1>An honest shop</h1><p>Somebody reported it by mistake.</p>'));
    case DEMO_HOSTS.pages:
      if (path === DEMO_PAGE_PATH) return ok(scam(`${host}${path}`));
      return ok(
        inside(
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
        html: inside('Not found', '<h1>Not found</h1><p>There is nothing here in the demo.</p>'),
      };
  }
}

/** A browser that takes this for its proxy asks for a whole address. */
const pathOf = (asked: string): string => new URL(asked, 'http://demo.test').pathname;

/** Serves every demo site on one loopback port, as a proxy: by the host that the browser asks for. Other hosts get 404. */
export async function startDemoSites(
  service: DemoService,
): Promise<{ port: number; url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = pathOf(request.url ?? '/');
    const { status, html, location } = demoPage(host, path, service.portalUrl);
    response
      .writeHead(status, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        ...(location ? { location } : {}),
      })
      .end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    url: `http://${CLEAN_HOSTS.start}/`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
