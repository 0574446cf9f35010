import { LocalServer } from '../../../fixtures/local-server.ts';
import type { Row } from '../row.ts';
import type { BareChromium, BareTab } from './devtools.ts';
import { ListedService } from './listed-service.ts';

const LISTED = Array.from({ length: 2_000 }, (_, index) => `0x${(0xbad_0000 + index).toString(16).padStart(40, '0')}`);
const CLEAN = `0x${'c1ea'.repeat(10)}`;
const WORKS_MS = 12_000;
/** Time for scanner and marks to come into a page before it begins to work. */
const SETTLES_MS = 4_000;
const GROUP = 'Heavy pages: main thread of our scripts, processor time';

/** How many ranges our highlights have, in any state. */
const UNDERLINED = `['blocked', 'unconfirmed', 'checking'].reduce(
  (sum, state) => sum + (CSS.highlights.get(state + '-address')?.size ?? 0), 0)`;

type Page = {
  readonly name: string;
  /** The text of the page, or an expression of a script that makes it. */
  readonly body: string;
  /** What the page does once our scripts are in it, as a script; none where its load is what is measured. */
  readonly work?: string;
  /** How many addresses are marked in the end. */
  readonly marks?: number;
};

const spans = (count: number): string =>
  `document.body.append(...Array.from({ length: ${count} }, (_, at) => Object.assign(document.createElement('span'), { textContent: 'text ' + at })));`;

/** Ten thousand nodes: elements with links, titles and texts. */
const ITEMS = Array.from(
  { length: 2_000 },
  (_, at) => `<div><a href="/item/${at}" title="Item ${at}">Item ${at}</a><span>text of ${at}</span></div>`,
).join('');

/** Pages whose address shows that our scanner is there (`with`), and the same with the lookout alone (`without`). */
const KINDS: readonly Page[] = [
  { name: 'one word', body: '<p>word</p>' },
  { name: '10,000 nodes', body: ITEMS },
  {
    name: '100,000 texts that change at once, and again each second',
    body: `<script>${spans(100_000)}</script>`,
    work: `setInterval(() => { for (const { firstChild } of document.querySelectorAll('span')) firstChild.data = 'now ' + Math.random(); }, 1000);`,
  },
  {
    name: 'a feed of 1,000 nodes a second',
    body: '<main></main>',
    work: `const feed = document.querySelector('main'); setInterval(() => {
      feed.append(...Array.from({ length: 50 }, () => Object.assign(document.createElement('p'), { textContent: 'news of ' + Math.random() })));
    }, 50);`,
  },
];

/** A frame gets at most 1,000 marks (`marks.ts`), which this page reaches. */
const MARKED: Page = {
  name: '2,000 listed addresses, 1,000 marks',
  body: LISTED.map((address) => `<p>${address}</p>`).join(''),
  marks: 1_000,
};

/** A document that fills a page with another one, in a frame of the same site. */
const framing = (path: string): string =>
  `<style>iframe { position: fixed; inset: 0; width: 100%; height: 100%; border: 0 }</style><iframe src="${path}"></iframe>`;

/**
 * What our scripts do in pages that are hard to read. Each page twice: as nobody has an address in it, and with one, so that scanner and
 * marks are there; and each of these twice: as a tab, and as the frame of an empty one. The time is that of the processor: others on the
 * machine change it less.
 */
export async function heavyPageRows(): Promise<Row[]> {
  const bodies = new Map<string, string>();
  const pages = new LocalServer((request, response) => {
    const body = bodies.get(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang=en><title>heavy</title><body>${body ?? ''}`);
  });
  await pages.start();
  const service = await ListedService.open({ fill: 1_000, addresses: LISTED, sites: pages.port });
  try {
    const rows: Row[] = [];
    const measure = async (page: Page, path: string, body: string, state: string) => {
      bodies.set(path, body);
      bodies.set(`${path}/framed`, framing(path));
      for (const isFramed of [false, true]) {
        const url = `http://heavy.bench.test${path}${isFramed ? '/framed' : ''}`;
        const work = await workIn(service.chromium, url, page, isFramed);
        rows.push(...rowsOf(page, isFramed ? `${state}, in a frame` : state, work));
      }
    };
    for (const [at, page] of KINDS.entries()) {
      await measure(page, `/${at}/without`, page.body, 'no address');
      await measure(page, `/${at}/with`, `<p>${CLEAN}</p>${page.body}`, 'an address');
    }
    await measure(MARKED, '/marks', MARKED.body, 'all listed');
    return rows;
  } finally {
    await service.close();
    await pages.stop();
  }
}

/** A call of one of our scripts, its evaluation, or what it does after an answer; a slice of a look or of a scan is one. */
type Piece = { readonly script: string; readonly ms: number };

/** A task of the main thread with work of ours in it: our part, and all of it with what the page and the browser do, in milliseconds. */
type Task = { readonly ours: number; readonly whole: number };

/** The work of our scripts, and for how long it was watched. */
type Work = { readonly pieces: readonly Piece[]; readonly tasks: readonly Task[]; readonly seconds: number };

function rowsOf({ name, work }: Page, state: string, { pieces, tasks, seconds }: Work): Row[] {
  const sum = (script?: string) =>
    pieces.reduce((total, piece) => total + (script === undefined || piece.script === script ? piece.ms : 0), 0);
  const scripts = [...new Set(pieces.map(({ script }) => script))];
  const each = scripts.map((script) => `${script} ${sum(script).toFixed(1)} ms`).join(', ');
  const row = (what: string, value: number, unit: string, detail: string): Row => ({
    group: GROUP,
    name: `${name}, ${state}: ${what}`,
    value,
    unit,
    detail,
  });
  const longest = tasks.reduce((most, task) => (task.ours > most.ours ? task : most), { ours: 0, whole: 0 });
  return [
    row('longest piece', Math.max(0, ...pieces.map(({ ms }) => ms)), 'ms', `${pieces.length} pieces`),
    row(
      'our part of a task, at most',
      longest.ours,
      'ms',
      `of ${tasks.length} tasks; this one takes ${longest.whole.toFixed(1)} ms with all that is not ours`,
    ),
    work === undefined
      ? row('together', sum(), 'ms', each)
      : row('share of the main thread', sum() / (10 * seconds), '%', `${each} in ${seconds.toFixed(0)} s`),
  ];
}

/** Times in microseconds; `tts` and `tdur` are those of the processor. */
type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly tts?: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: unknown;
};

async function workIn(browser: BareChromium, url: string, { work, marks = 0 }: Page, isFramed: boolean): Promise<Work> {
  const inPage = (script: string) => (isFramed ? `frames[0].eval(${JSON.stringify(script)})` : script);
  const tab = await browser.tab('about:blank');
  try {
    await tab.send('Page.bringToFront');
    if (work === undefined) {
      const done = await traced(tab, () => tab.send('Page.navigate', { url }));
      const marked = await tab.evaluate<number>(inPage(UNDERLINED));
      if (marked < marks) throw new Error(`Of ${marks} addresses only ${marked} were marked within ${WORKS_MS} ms`);
      return done;
    }
    await tab.send('Page.navigate', { url });
    await rest(SETTLES_MS);
    return await traced(tab, () => tab.evaluate(inPage(`void (() => { ${work} })()`)));
  } finally {
    await tab.close();
  }
}

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * What our content scripts do from the start of `begin` on: calls and evaluation, each without those that it contains, and what they do
 * after an answer. The pages have no such continuations of their own.
 */
async function traced(tab: BareTab, begin: () => Promise<unknown>): Promise<Work> {
  const events: TraceEvent[] = [];
  tab.on('Tracing.dataCollected', ({ value }) => events.push(...(value as TraceEvent[])));
  await tab.send('Tracing.start', {
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8', 'v8.execute'],
    },
    transferMode: 'ReportEvents',
  });
  const began = performance.now();
  await begin();
  await rest(WORKS_MS);
  const seconds = (performance.now() - began) / 1_000;
  const complete = new Promise((resolve) => tab.on('Tracing.tracingComplete', resolve));
  await tab.send('Tracing.end');
  await complete;
  return { ...workOf(events), seconds };
}

const CALLS = new Set(['FunctionCall', 'EvaluateScript']);

function workOf(events: readonly TraceEvent[]): { readonly pieces: readonly Piece[]; readonly tasks: readonly Task[] } {
  const spans = [...events.filter(({ name }) => CALLS.has(name)), ...continuations(events)];
  const threads = new Set(spans.filter(({ args }) => scriptOf(args) !== '').map(threadOf));
  const pieces: Piece[] = [];
  const tasks: Task[] = [];
  for (const thread of threads) {
    const inOrder = (wanted: readonly TraceEvent[]) =>
      wanted.filter((event) => threadOf(event) === thread).sort((one, other) => one.ts - other.ts);
    const all = inOrder(events.filter(({ name, ph }) => name === TASK && ph === 'X'));
    const ours = new Map<TraceEvent, number>();
    let end = 0;
    let next = 0;
    for (const { name, ts, dur = 0, tdur = dur, args } of inOrder(spans)) {
      if (ts < end) continue;
      end = ts + dur;
      const script = name === CONTINUATION ? 'after an answer' : scriptOf(args);
      if (script === '') continue;
      pieces.push({ script, ms: tdur / 1_000 });
      while (next + 1 < all.length && all[next + 1]!.ts <= ts) next += 1;
      const task = all[next];
      if (task !== undefined) ours.set(task, (ours.get(task) ?? 0) + tdur);
    }
    for (const [{ dur = 0, tdur = dur }, part] of ours) tasks.push({ ours: part / 1_000, whole: tdur / 1_000 });
  }
  if (pieces.length > 0 && tasks.length === 0) throw new Error(`The browser traces no task called ${TASK}`);
  return { pieces, tasks };
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;

/** The browser's name for a task of a thread. */
const TASK = 'RunTask';
const scriptOf = (args: unknown): string => /content-scripts\/(\w+)/.exec(JSON.stringify(args ?? null))?.[1] ?? '';

/** V8's name for what runs when a promise is resolved. It is traced as a begin and an end. */
const CONTINUATION = 'RunMicrotasks';

function continuations(events: readonly TraceEvent[]): TraceEvent[] {
  const begun = new Map<string, TraceEvent>();
  const found: TraceEvent[] = [];
  for (const event of events.filter(({ name }) => name === CONTINUATION).sort((one, other) => one.ts - other.ts)) {
    const thread = threadOf(event);
    const begin = begun.get(thread);
    if (event.ph === 'X') found.push(event);
    else if (event.ph === 'B') begun.set(thread, event);
    else if (begin)
      found.push({ ...begin, dur: event.ts - begin.ts, tdur: (event.tts ?? event.ts) - (begin.tts ?? begin.ts) });
  }
  return found;
}
