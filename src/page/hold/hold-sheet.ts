/** Sheets of the chain. One takes about four milliseconds to load on two busy cores, and seldom less than one. */
export const HOLD_SHEETS = 40;

/** Where a sheet lies in the package, from its root; the last one imports nothing. */
export const holdSheet = (number: number): string => `/hold/${number}.css`;

/** A sheet's text: each imports the next, so that they load one after another. */
export const holdSheetText = (number: number): string =>
  number < HOLD_SHEETS ? `@import "${number + 1}.css";\n` : '/* What this is for: src/page/hold/parser-hold.ts. */\n';
