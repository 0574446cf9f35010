import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const SECRET = new URL('../../../api/report/secret.js', import.meta.url);
const FIELD = new URL('./check-field.js', import.meta.url);

/** The one script of the portal, a module: the recogniser of secrets that the extension has, and what applies it to the field. */
export const FIELD_SCRIPT = readFileSync(SECRET, 'utf8') + readFileSync(FIELD, 'utf8');

/** It, as a content security policy names it (CSP level 3, hash-source). */
export const FIELD_SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(FIELD_SCRIPT).digest('base64')}'`;
