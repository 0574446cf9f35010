import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalAddress } from '../../../../asset/address/address.ts';
import { refanged } from '../../../../asset/text/word.ts';
import { fetchedText, TextFileError } from '../../../command-line/text-file.ts';
import { triage } from '../triage.ts';
import { FORMAT_CHOICES, type FormatChoice, formatFor, meaningOf, readList } from './format.ts';
import { LIST_SAMPLES } from './sample.fixture.ts';

const LINES = LIST_SAMPLES.flatMap(({ content }) => content.split(/(?<=\n)/)).map((line) => line.replace(/\n$/, ''));
/** Characters that formats give a meaning, and that must glue or cut no name. */
const SEPARATORS = ['\n', '\r\n', '\r', '\t', ',', ';', '|', ' ', '"', "'", '\u200b', '#', '/', '\\', '{', '[', ''];

const mixed = fc
  .array(
    fc.tuple(
      fc.constantFrom(...LINES),
      fc.oneof({ weight: 5, arbitrary: fc.constant('\n') }, { weight: 1, arbitrary: fc.constantFrom(...SEPARATORS) }),
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .chain((parts) => {
    const text = parts.map(([line, end]) => line + end).join('');
    return fc.nat(text.length).map((length) => text.slice(0, length === 0 ? text.length : length));
  });

async function entriesOf(text: string, choice: FormatChoice) {
  const input = fetchedText('list', new TextEncoder().encode(text));
  try {
    const format = await formatFor(input, choice);
    return (await triage(readList(input, format, meaningOf('list', format)), 'list')).entries;
  } catch (error) {
    if (error instanceof TextFileError) return [];
    throw error;
  }
}

/** The hosts, wallet addresses and names of accounts that the lines of a text name whole. */
function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const line of text.split(/\r\n?|\n/))
    for (const variant of [line, line.replaceAll('\\', ''), refanged(line)])
      for (const [word] of variant.replace(/meow/g, 'http').matchAll(/[\p{L}\p{N}_.-]+/gu)) {
        const name = word.replace(/^[.-]+|[.-]+$/g, '');
        names.add(name.toLowerCase());
        names.add(canonicalAddress(name) ?? name);
        const url = `http://${name}/`;
        if (URL.canParse(url)) names.add(new URL(url).hostname);
        // A zone's names are relative to its origin.
        names.add(name.replace(/\.rpz\.local$/, '').toLowerCase());
      }
  for (const [address] of text.matchAll(/[\da-f:.]+/gi))
    if (URL.canParse(`http://[${address}]/`)) names.add(new URL(`http://[${address}]/`).hostname);
  return names;
}

it('lists nothing that no line names, whatever formats are mixed and wherever they are cut', async () => {
  await fc.assert(
    fc.asyncProperty(mixed, fc.constantFrom(...FORMAT_CHOICES), async (text, choice) => {
      const names = namesIn(text);
      for (const { type, content } of await entriesOf(text, choice)) {
        const name = type === 'PAGE' ? content.slice(0, content.indexOf('/')) : content;
        expect(names.has(name) || names.has(name.toLowerCase()), `${type} ${content}`).toBe(true);
      }
    }),
    { numRuns: 3_000 },
  );
});
