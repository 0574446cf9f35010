/**
 * What a title of one case of a table ends with: `npm test` tries the cases whose name matches, one of each sort, and
 * `npm run test:nightly` the others.
 */
export const nightlyUnless = (common: RegExp, name: string): string => (common.test(name) ? '' : ' @nightly');
