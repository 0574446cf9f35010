import { html } from 'hono/html';
import type { Words } from '../../../language/words.ts';
import type { Html } from '../../page.ts';

const WIDTH = 100;
/** What is there at all is seen beside what is there a thousand times. */
const SMALLEST = 1;

/** Counts as a table, each with a bar that says nothing which the number does not; nothing where all are zero. */
export function barTable(
  words: Words,
  caption: Html,
  rows: readonly { readonly label: Html | string; readonly count: number }[],
): Html | string {
  const shown = rows.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  return shown.length === 0 ? '' : countTable(words, caption, shown);
}

/** The same with every row in the order given, zeros too. */
export function countTable(
  words: Words,
  caption: Html,
  rows: readonly { readonly label: Html | string; readonly count: number }[],
): Html {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return html`<div class="card"><table class="bars"><caption>${caption}</caption><tbody>${rows.map(
    ({ label, count }) => html`<tr><th scope="row">${label}</th>
<td class="bar-cell">${bar(count / most)}</td><td>${words.number(count)}</td></tr>`,
  )}</tbody></table></div>`;
}

function bar(share: number): Html {
  const width = share === 0 ? 0 : Math.max(SMALLEST, share * WIDTH);
  return html`<svg viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" aria-hidden="true"><rect width="${width.toFixed(1)}" height="10"/></svg>`;
}
