import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Site } from '../../../e2e/harness/site.ts';
import { median, percentile, type Row } from '../row.ts';
import { BareChromium, type BareTab } from './devtools.ts';
import { idOfFolder } from './listed-browser.ts';
import { ListedService } from './listed-service.ts';

const OPENINGS = 20;
const TIMEOUT_MS = 10_000;
const POLL_MS = 50;
const EMPTY = 'an empty popup of another extension';
const GROUP = `Popup: from opening it to its first paint with buttons that work, ${OPENINGS} openings: median; under 100 ms more than an empty one`;

/** An extension whose popup is one button and no script. */
function writeEmptyExtension(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'wary-popup-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const manifest = { manifest_version: 3, name: 'Empty', version: '1', action: { default_popup: 'popup.html' } };
  write('manifest.json', JSON.stringify(manifest));
  write(
    'popup.html',
    '<!doctype html><meta charset="utf-8"><style>body{inline-size:360px;block-size:560px}</style><button>Go</button>',
  );
  write('page.html', '<!doctype html><title>Caller</title>');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What both have to bear alike: Chromium makes a window and a document for the popup. Wary's draws all it shows in one go. */
export async function popupRows(): Promise<Row[]> {
  const site = new Site();
  await site.start();
  const empty = writeEmptyExtension();
  const bare = new BareChromium();
  let listed: ListedService | undefined;
  try {
    listed = await ListedService.open({ fill: 1_000, sites: site.port });
    await bare.start([
      `--disable-extensions-except=${empty.folder}`,
      `--load-extension=${empty.folder}`,
      `--host-resolver-rules=EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${site.port}`,
    ]);
    // A page of an extension may open its popup and look into it.
    const theirs = await bare.tab(`chrome-extension://${idOfFolder(empty.folder)}/page.html`);
    const ours = await listed.chromium.tab(`chrome-extension://${listed.extensionId}/steps.html`);
    const times: Record<'empty' | 'fresh' | 'known', number[]> = { empty: [], fresh: [], known: [] };
    for (let opening = -1; opening < OPENINGS; opening += 1) {
      const [beside, page] = [await bare.tab('http://a.example/'), await listed.chromium.tab('http://a.example/')];
      await page.evaluate(`history.replaceState(null, '', '/${opening + 1}')`);
      const taken = { empty: await open(theirs), fresh: await open(ours), known: await open(ours) };
      for (const tab of [beside, page]) await tab.close();
      if (opening < 0) continue;
      for (const kind of ['empty', 'fresh', 'known'] as const) times[kind].push(taken[kind]);
    }
    const rowOf = (name: string, kind: keyof typeof times, beside: Partial<Row> = {}): Row => ({
      ...{ group: GROUP, name, value: median(times[kind]), p95: percentile(times[kind], 0.95), unit: 'ms' },
      ...beside,
    });
    const against = (kind: keyof typeof times) => ({
      against: EMPTY,
      ratio: median(times[kind]) / median(times.empty),
    });
    return [
      rowOf(EMPTY, 'empty'),
      rowOf('Wary, about a page for the first time', 'fresh', against('fresh')),
      rowOf('Wary, about a page again', 'known', against('known')),
    ];
  } finally {
    await listed?.close();
    await bare.stop();
    empty.remove();
    await site.stop();
  }
}

const VIEW = `chrome.extension.getViews({ type: 'popup' })[0]`;

/** Opens the popup over the tab in front and closes it again. @returns the milliseconds until its first paint of contents */
async function open(caller: BareTab): Promise<number> {
  const openedAt = await caller.evaluate<number>(
    '(() => { const now = performance.timeOrigin + performance.now(); void chrome.action.openPopup(); return now; })()',
  );
  for (const end = performance.now() + TIMEOUT_MS; performance.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const paintedAt = await caller.evaluate<number | null>(`(() => {
      const view = ${VIEW};
      const [paint] = view?.performance.getEntriesByName('first-contentful-paint') ?? [];
      if (!paint || !view.document.querySelector('button:not([aria-disabled])')) return null;
      return view.performance.timeOrigin + paint.startTime;
    })()`);
    if (paintedAt === null) continue;
    await caller.evaluate(`${VIEW}.close()`);
    while (await caller.evaluate<boolean>(`${VIEW} !== undefined`))
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    return paintedAt - openedAt;
  }
  throw new Error('The popup was not painted within 10 s');
}
