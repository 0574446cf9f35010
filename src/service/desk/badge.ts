import { html } from 'hono/html';
import type { Html } from './page.ts';

export type Badge = { readonly text: Html | string; readonly tone?: 'danger' | 'ok' };

/** Short facts in a row. A tone never stands for anything that the words do not say. */
export const badges = (all: readonly Badge[]): Html | string =>
  all.length === 0
    ? ''
    : html`<p class="badges">${all.map(({ text, tone }) => html`<span class="badge ${tone ?? ''}">${text}</span> `)}</p>`;
