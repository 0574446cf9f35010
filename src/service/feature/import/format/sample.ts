import type { TextInput } from '../../../command-line/text-file.ts';

/** The beginning of a file, and its lines that are not blank; the last one only where it is whole. */
export type Sample = { readonly text: string; readonly lines: readonly string[] };

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
    lines: whole
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .slice(0, MAX_LINES),
  };
}
