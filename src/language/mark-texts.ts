import { textsInForce } from './i18n.ts';

/** The texts of marks and notices, by their names in the package. */
export type MarkTexts = Readonly<Record<string, string>>;

/** The texts that marks and notices in pages need, which cannot read the package; null in the browser's own language. */
export function textsOfMarks(): MarkTexts | null {
  const texts = textsInForce();
  const needed = Object.entries(texts ?? {}).filter(([name]) => /^(marks_.*|language|direction)$/.test(name));
  return texts && Object.fromEntries(needed.map(([name, { message }]) => [name, message]));
}
