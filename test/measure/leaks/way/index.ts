import { ALLOWED } from './allowed.ts';
import { DOCUMENTS } from './documents.ts';
import { MOMENTS } from './moments.ts';
import { SPELLINGS } from './spellings.ts';
import type { Way } from './way.ts';
import { WAYS } from './ways.ts';

/** How a person or a page comes to a listed page in Chromium, which can be made to do more than Firefox ({@link WAYS}). */
export const CHROMIUM_WAYS: readonly Way[] = [...WAYS, ...DOCUMENTS, ...MOMENTS, ...ALLOWED, ...SPELLINGS];
