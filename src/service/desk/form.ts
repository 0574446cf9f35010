import { html } from 'hono/html';
import type { Html } from './page.ts';

/**
 * The first button of a form that has several. Enter in a field presses the first one (HTML, "implicit submission"), and a disabled
 * one not at all: a decision is never made by the way.
 */
export const NO_IMPLICIT_PRESS: Html = html`<button type="submit" disabled hidden>None</button>`;
