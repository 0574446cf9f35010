import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { STYLESHEET } from '../portal/style/stylesheet.ts';

const PARTS = ['./desk.css', './organization.css'];
const own = PARTS.map((part) => readFileSync(new URL(part, import.meta.url), 'utf8'));
const css = [STYLESHEET.css, ...own].join('\n');
const hash = createHash('sha256').update(css).digest('hex').slice(0, 16);

/** The style of the portal, and what the desk has besides. Its path names its content, so it may be cached for ever. */
export const DESK_STYLESHEET = { path: `/-/desk.${hash}.css`, css } as const;
