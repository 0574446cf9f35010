import { ALLOWED } from './allowed.ts';
import { DOCUMENTS } from './documents.ts';
import { MOMENTS } from './moments.ts';
import { onPage, type PageWay } from './page-way.ts';
import { SPELLINGS } from './spellings.ts';
import { WAYS } from './ways.ts';

const OWN: readonly PageWay[] = [...DOCUMENTS, ...MOMENTS, ...ALLOWED, ...SPELLINGS];

/** How a person or a page comes to a listed page, as far as the test runner's browser can be made to. */
export const PAGE_WAYS: readonly PageWay[] = [
  ...WAYS.filter(({ name }) => !OWN.some((own) => own.name === name)).map(onPage),
  ...OWN,
];
