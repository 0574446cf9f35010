import type { TextInput } from '../../../command-line/text-file.ts';
import { shown } from '../reason.ts';

/** The beginning of a file, and its lines that are not blank, as they are; the last one only where it is whole. */
export type Sample = { readonly text: string; readonly lines: readonly string[] };

const MAX_SHOWN_LINES = 3;

/** The first lines of a file, for a refusal. */
export const beginningOf = ({ lines }: Pick<Sample, 'lines'>): string =>
  `It begins with ${lines
    .slice(0, MAX_SHOWN_LINES)
    .map((line) => `"${shown(line.trim())}"`)
    .join(', ')}`;

const SAMPLE_LENGTH = 65_536;
const MAX_LINES = 400;

/** The beginning of a file. */
export async function sampleOf(input: TextInput): Promise<Sample> {
  let text = '';
  for await (const part of input.chunks()) {
    text += part;
    if (text.length >= SAMPLE_LENGTH) break;
  }
  const isWhole = text.length < SAMPLE_LENGTH;
  const lines = text.slice(0, SAMPLE_LENGTH).split(/\r\n?|\n/);
  const whole = isWhole || lines.length === 1 ? lines : lines.slice(0, -1);
  return {
    text,
    lines: whole.filter((line) => line.trim() !== '').slice(0, MAX_LINES),
  };
}
