import { DEMO_HOSTS, DEMO_PAGE_PATH } from '../../service/command/demo/content.ts';

/** Something to try: where it is, what happens, and what to look at. Without an address it is done elsewhere and ticked by hand. */
type Try = { readonly id: string; readonly title: string; readonly url?: string; readonly look: string };
type Part = { readonly title: string; readonly tries: readonly Try[] };

const MARK =
  '<svg viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" fill="var(--accent)"/><path d="M3.5 5.5l2 5.5l2.5-5l2.5 5l2-5.5" fill="none" stroke="var(--raised)" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/></svg>';

const site = (host: string, path = '/') => `http://${host}${path}`;

type Hosts = Readonly<Record<'garden' | 'wallets' | 'gallery' | 'shortener', string>>;

function parts(hosts: Hosts, portal: string): Part[] {
  return [
    {
      title: 'Be stopped',
      tries: [
        {
          id: 'blocked',
          title: 'Open a blocked site',
          url: site(DEMO_HOSTS.drainer),
          look: 'It’s stopped before anything loads. Read why, then go back.',
        },
        {
          id: 'page',
          title: 'Open a site with one blocked page',
          url: site(DEMO_HOSTS.pages),
          look: 'The site opens. The page it links to doesn’t.',
        },
        {
          id: 'redirect',
          title: 'Follow a short link',
          url: site(hosts.shortener, '/go'),
          look: 'It leads to a blocked site. You are stopped behind the redirect.',
        },
        {
          id: 'frame',
          title: 'Open a site with a blocked frame',
          url: site(hosts.gallery),
          look: 'Only the frame is stopped. The page around it stays.',
        },
        {
          id: 'clean',
          title: 'Open a site that is not listed',
          url: site(hosts.garden),
          look: 'Nothing happens, and nobody was asked about it.',
        },
      ],
    },
    {
      title: 'See what is marked',
      tries: [
        {
          id: 'addresses',
          title: 'Look at wallet addresses',
          url: site(hosts.wallets),
          look: 'The blocked ones are marked. Press a mark to see why. The number is on the icon too.',
        },
      ],
    },
    {
      title: 'Report something',
      tries: [
        {
          id: 'popup',
          title: 'Open Wary from the toolbar',
          look: 'Its icon is beside the address bar. Report this page, then follow your report.',
        },
        {
          id: 'dispute',
          title: 'Report a false alarm',
          url: site(DEMO_HOSTS.falseAlarm),
          look: 'An honest shop that someone reported by mistake. Report that from its warning.',
        },
        {
          id: 'portal',
          title: 'Visit the organization’s portal',
          url: portal,
          look: 'What an organization shows of its reports, and a form for people without Wary.',
        },
      ],
    },
  ];
}

function row({ id, title, url, look }: Try): string {
  const name = url === undefined ? `<b>${title}</b>` : `<a href="${url}">${title}</a>`;
  return `<li><input type="checkbox" data-try="${id}" aria-label="Tried: ${title}"><span>${name}<small>Next</small></span><p>${look}</p></li>`;
}

/** Remembers what was tried, also across the pages in between, and points to what comes next. Runs in the page. */
const SCRIPT = `
const boxes = [...document.querySelectorAll('[data-try]')];
const tried = new Set(JSON.parse(localStorage.getItem('tried') ?? '[]'));
const show = () => {
  const next = boxes.find(({ dataset }) => !tried.has(dataset.try));
  for (const box of boxes) {
    box.checked = tried.has(box.dataset.try);
    box.closest('li').classList.toggle('next', box === next);
  }
  const bar = document.querySelector('progress');
  bar.max = boxes.length;
  bar.value = tried.size;
  document.querySelector('output').textContent = next ? tried.size + ' of ' + boxes.length + ' tried' : 'You have tried everything.';
};
const note = (name, isTried) => {
  tried[isTried ? 'add' : 'delete'](name);
  localStorage.setItem('tried', JSON.stringify([...tried]));
};
for (const box of boxes) {
  box.addEventListener('change', () => { note(box.dataset.try, box.checked); show(); });
  for (const kind of ['click', 'auxclick'])
    box.closest('li').querySelector('a')?.addEventListener(kind, () => { note(box.dataset.try, true); setTimeout(show); });
}
addEventListener('pageshow', show);`;

/** The page that the demo begins on: what there is to try, a tick for each that was, and what to look at next. */
export function startPage(hosts: Hosts, portalUrl: string): string {
  const all = parts(hosts, `${portalUrl}/acme`);
  return `<p class="brand">${MARK} Wary, the demo</p>
<h1>Try it without risk</h1>
<p class="quiet">These sites exist only in this browser. Some of them are on the demo organization’s blocklist, and none of them is real.</p>
<progress aria-label="How much you have tried" value="0" max="9"></progress><output class="quiet"></output>
${all.map(({ title, tries }) => `<h2>${title}</h2><ul class="steps card">${tries.map(row).join('')}</ul>`).join('\n')}
<section class="after card"><h2>What to look at next</h2>
<p>The <b>welcome page</b> is in the tab beside this one: what Wary may do and why, and a test that it works.</p>
<p>The <b>settings</b> have a record of every request that left this browser, to the byte.</p>
<p>The <b>desk</b> is where your report is decided: the terminal shows its address, and the two keys that a site takes.</p>
<p>Below <a href="${site(DEMO_HOSTS.pages, DEMO_PAGE_PATH)}">this one blocked page</a>, “Open anyway” shows what it takes to get past a warning.</p></section>
<script>${SCRIPT}</script>`;
}
