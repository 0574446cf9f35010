import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const PARTS = ['./tokens.css', './layout.css', './content.css', './plot.css'];
const css = PARTS.map((part) => readFileSync(new URL(part, import.meta.url), 'utf8')).join('\n');
const hash = createHash('sha256').update(css).digest('hex').slice(0, 16);

/** The portal's style sheet. Its path names its content, so it may be cached for ever. */
export const STYLESHEET = { path: `/-/portal.${hash}.css`, css } as const;
