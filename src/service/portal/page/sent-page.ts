import { html } from 'hono/html';
import type { PublicState } from '../../feature/receipt/state.ts';
import type { Html } from './page.ts';

/** Where that stands which a visitor sent, and how to see it again: the address of the page holds the receipt. */
export const standing = ({ content, message, question }: PublicState): Html => html`<p>${content.join(', ')}</p>
<p>${message ?? ''}</p>${question === undefined ? '' : html`<p>${question}</p>`}
<p class="small quiet">Keep the address of this page: it shows what became of it, and nobody else has it.</p>`;
