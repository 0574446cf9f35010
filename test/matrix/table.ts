import type { Leaks } from './cell.ts';
import type { Way } from './way.ts';

/** What the table needs to know of a way. */
type Shown = Pick<Way, 'name' | 'bare' | 'handsOn'>;

type Measured = Readonly<Record<string, Readonly<Record<string, Leaks>>>>;

const HEAD = `# What leaks of a listed page

Written by \`npm run matrix\`. Each cell is one visit to a host that the browser has not met before, with a server that answers at
once, which is the hardest case; a state says otherwise where it differs. A cell says what was counted:

- **r** requests for pages that reached the listed site, **s** scripts of it that ran,
- **P** frames in which a pixel of it was shown, **K** keys that reached it, while somebody typed all the time,
- **open** where no warning stood in its place in the end.

The browser is driven by a test framework that is attached to every worker, which slows their start; \`curves.md\` is measured without
one. In a browser that was just started the tab is a restored one; in the first minute the extension was installed a moment ago and
has the list of its package alone. An empty cell is no cell: what is listed on the way, or was allowed by the person, is tried
with Wary alone, and a package holds nothing that was listed since.

A dot says that nothing leaked. Of Wary's cells none may hold a P or a K; the command fails where one does.
`;

/** The leak table in Markdown below its head: a row for each way, a column for each state of each method. */
export function leakTable(
  ways: readonly Shown[],
  methods: Readonly<Record<string, readonly string[]>>,
  measured: ReadonlyMap<string, Measured>,
  head = HEAD,
): string {
  const columns = Object.entries(methods).flatMap(([method, states]) =>
    measured.has(method) ? states.map((state) => ({ method, state })) : [],
  );
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const rows = ways.map((way) =>
    line([way.name, ...columns.map(({ method, state }) => cell(measured.get(method)?.[way.name]?.[state], way))]),
  );
  const sums = columns.map(({ method, state }) => {
    const leaks = ways.flatMap(({ name }) => measured.get(method)?.[name]?.[state] ?? []);
    const cellsWith = (kind: 'request' | 'script' | 'pixel' | 'key') => leaks.filter((leak) => leak[kind] > 0).length;
    return `r ${cellsWith('request')} s ${cellsWith('script')} P ${cellsWith('pixel')} K ${cellsWith('key')}`;
  });
  return [
    head,
    '\n',
    line(['way', ...columns.map(({ method, state }) => `${method}, ${state}`)]),
    line(['---', ...columns.map(() => '---')]),
    ...rows,
    line([`**ways with a leak, of ${ways.length}**`, ...sums]),
  ].join('');
}

function cell(leaks: Leaks | undefined, way: Shown): string {
  if (!leaks) return '';
  const { request, script, pixel, key, stopped } = leaks;
  const parts = [
    request > 0 ? `r${request}` : '',
    script > 0 ? `s${script}` : '',
    pixel > 0 ? `**P${pixel}**` : '',
    key > 0 ? `**K${key}**` : '',
    stopped || way.handsOn || way.bare ? '' : '**open**',
  ].filter(Boolean);
  return parts.join(' ') || '·';
}
