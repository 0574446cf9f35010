import { html } from 'hono/html';
import type { Html } from './page.ts';

/**
 * The first button of a form that has several. Enter in a field presses the first one that works (HTML, "implicit submission"); this one
 * does nothing (a form of the method `dialog` that is in no dialog is not sent): a decision is never made by the way. It is clipped and
 * not left out, because Chromium passes over a button that is not laid out.
 */
export const NO_IMPLICIT_PRESS: Html = html`<button class="hidden" type="submit" formmethod="dialog" tabindex="-1" aria-hidden="true">None</button>`;
