import { DEMO_ADDRESSES, DEMO_HOSTS, DEMO_PAGE_PATH } from '../../service/demo/content.ts';
import { startPage } from './start-page.ts';
import { STYLE } from './style.ts';

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
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><body class="${kind}">${body}</body></html>`;

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
