import { html } from 'hono/html';
import type { Html } from '../../page.ts';

/** What is wrong with a field, below it. */
export const problemList = (name: string, problems: readonly (Html | string)[]): Html | string =>
  problems.length === 0
    ? ''
    : html`<div id="${name}-problem">${problems.map((text) => html`<p class="problem">${text}</p>`)}</div>`;
