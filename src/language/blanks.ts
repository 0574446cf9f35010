/** A text with its `$1` to `$9` filled in, as browsers fill in the messages of an extension. */
export const filled = (text: string, blanks: readonly string[]): string =>
  text.replace(/\$([1-9])/g, (_, number) => blanks[Number(number) - 1] ?? '');
