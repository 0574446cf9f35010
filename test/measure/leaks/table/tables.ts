import { HOLDING_KINDS, UNDOING_KIND } from '../kind/html.ts';
import { KINDS } from '../kind/kinds.ts';
import { FIREFOX_STATES, STATES, type State, withVerdict } from '../state/state.ts';
import { AHEAD } from '../way/ahead.ts';
import { CHROMIUM_WAYS } from '../way/index.ts';
import type { Way } from '../way/way.ts';
import { WAYS } from '../way/ways.ts';
import type { Cell, Leak } from './cell.ts';

export type Method = 'Wary' | 'tabs.update' | 'script that asks' | 'no extension';
export type Row = { readonly way: string; readonly kind: string; readonly delay: number };
export type Column = { readonly method: Method; readonly state: State };
export type Table = {
  readonly name: string;
  readonly title: string;
  /** What the cells are to be read with, beside what is said under every table. */
  readonly text: string;
  /** What is measured unless a selection says otherwise: these rows by these columns, each so often. */
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly runs: number;
  /** Leaks that Wary promises to prevent: a cell with one is printed as WRONG. */
  readonly fails: readonly Leak[];
  /** The ways it may select from. */
  readonly ways: readonly Way[];
};

const HARM: readonly Leak[] = ['visible', 'seen', 'pixel', 'key', 'click', 'open'];
const plain = (way: string, delay = 0): Row => ({ way, kind: 'html', delay });
const names = (ways: readonly Way[]): Row[] => ways.map(({ name }) => plain(name));
const DELAYS = [0, 20, 50, 100, 200];
const WAITING = [100, 1_500, 5_000].flatMap((ms) => [
  withVerdict('worker running', ms),
  withVerdict('worker stopped', ms),
]);
/** One kind of each sort, on the plainest way; the table of kinds has all of them. */
const KIND_ROWS: readonly Row[] = [
  ...['xhtml', 'svg, script first', 'onerror', 'module', 'async', 'srcdoc', 'text Refresh'],
].map((kind) => ({ way: 'link', kind, delay: 0 }));
const columns = (method: Method, states: readonly State[]): Column[] => states.map((state) => ({ method, state }));

export const TABLES: readonly Table[] = [
  {
    name: 'ways',
    title: 'What leaks of a listed page, by the way to it and its kind',
    text: 'A browser that was just started has restored the tab in which the way begins. In the first minute the extension was installed a moment ago and has the list of its package alone. An empty cell is no cell: what is listed on the way, or was allowed by the person, is tried with Wary alone, and a package holds nothing that was listed since. Two other methods stand beside Wary: one sends the tab elsewhere when a navigation begins (`tabs.update`), one has a script in each page ask.',
    rows: [...names(CHROMIUM_WAYS), ...KIND_ROWS],
    columns: [
      ...columns('Wary', STATES),
      ...columns('tabs.update', ['worker running', 'worker stopped']),
      ...columns('script that asks', ['worker running', 'worker stopped']),
    ],
    runs: 1,
    fails: HARM,
    ways: CHROMIUM_WAYS,
  },
  {
    name: 'delays',
    title: 'What leaks of a listed page, by the delay of its server',
    text: 'A server that answers at once is the hardest case.',
    rows: DELAYS.map((delay) => plain('script of a clean page', delay)),
    columns: columns('Wary', ['worker running', 'worker stopped', 'process ended']),
    runs: 30,
    fails: HARM,
    ways: CHROMIUM_WAYS,
  },
  {
    name: 'kinds',
    title: 'What leaks of a listed page, by the kind of its document and the delay of its server',
    text: 'In a tab by a link, and in a frame of a clean page.',
    rows: DELAYS.flatMap((delay) =>
      ['link', 'listed frame in a clean page'].flatMap((way) => KINDS.map(({ name }) => ({ way, kind: name, delay }))),
    ),
    columns: columns('Wary', ['worker running', 'worker stopped', 'process ended']),
    runs: 1,
    fails: HARM,
    ways: CHROMIUM_WAYS,
  },
  {
    name: 'waiting',
    title: 'What leaks of a listed page while it waits for its verdict',
    text: 'A service that needs more than two seconds leads to the warning "could not be confirmed".',
    rows: ['link', 'form posted', '302 of a clean host', 'listed frame in a clean page'].map((way) => plain(way)),
    columns: columns('Wary', WAITING),
    runs: 20,
    fails: HARM,
    ways: CHROMIUM_WAYS,
  },
  {
    name: 'holding',
    title: 'What leaks of a listed page that keeps its tab, or on which no guard can ask',
    text: 'The page opens a layer or a dialog, asks whether to leave, or has the browser ask for a password. While the list is read the veil is the inline style of the root, which covers no layer above the page: a frame of one may be painted.',
    rows: [
      ...['dialog', 'popover', 'xml with a style sheet', ...HOLDING_KINDS.map(({ name }) => name)].map((kind) => ({
        way: 'link',
        kind,
        delay: 0,
      })),
      plain('sign-in that the browser asks for'),
    ],
    columns: columns('Wary', WAITING),
    runs: 5,
    fails: HARM.filter((leak) => leak !== 'pixel'),
    ways: CHROMIUM_WAYS,
  },
  {
    name: 'undoing',
    title: 'What leaks of a listed page that is built to undo the veil',
    text: 'Nothing is promised against such a page but that it ends with its verdict.',
    rows: [{ way: 'link', kind: UNDOING_KIND.name, delay: 0 }],
    columns: columns('Wary', WAITING),
    runs: 5,
    fails: ['open'],
    ways: CHROMIUM_WAYS,
  },
  {
    name: 'ahead',
    title: 'What leaks of a listed page that was loaded before its link was pressed',
    text: 'Nothing is attached to a page before it is shown, because Chromium loads nothing ahead for a page under DevTools: the clean page presses its own link. The first column is the proof that each page is loaded ahead and then shown; it is wrong where it is not. A cell of another column without an a tells of a plain link; one without an A of a page whose script never told that it was shown.',
    rows: names(AHEAD),
    columns: [...columns('no extension', ['worker running']), ...columns('Wary', STATES)],
    runs: 1,
    fails: HARM,
    ways: AHEAD,
  },
  {
    name: 'firefox',
    title: 'What leaks of a listed page in Firefox',
    text: 'The worker is a background page here, which is ended as the browser does it for want of work. Pictures are taken one after another, and keys typed between them. Nothing may leak at all.',
    rows: [...names(WAYS), ...KIND_ROWS],
    columns: columns('Wary', FIREFOX_STATES),
    runs: 1,
    fails: [...HARM, 'request', 'script'],
    ways: WAYS,
  },
];

/** Which leaks make a cell wrong; empty where it is as it should be. */
export function failures(table: Table, cell: Cell): readonly Leak[] {
  if (cell.method === 'no extension') {
    const isPrefetched = cell.way.startsWith('prefetched');
    const proof: readonly Leak[] = ['ahead', 'visible', 'key', ...(isPrefetched ? [] : (['activated'] as const))];
    return proof.filter((name) => (cell.visits[name] ?? 0) < cell.runs);
  }
  const isPeer = cell.method === 'tabs.update' || cell.method === 'script that asks';
  if (isPeer) return [];
  return table.fails.filter((name) => (cell.visits[name] ?? 0) > 0);
}
