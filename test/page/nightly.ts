/**
 * The details of a test of one case of a table: `npm test` tries the cases whose name matches, one of each sort, and
 * `npm run test:nightly` the others.
 */
export const nightlyUnless = (common: RegExp, name: string) => ({ tag: common.test(name) ? [] : '@nightly' });
