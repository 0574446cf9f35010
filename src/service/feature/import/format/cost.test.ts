import { describe, expect, it } from 'vitest';
import { fetchedText } from '../../../command-line/text-file.ts';
import { triage } from '../triage.ts';
import type { RawEntry } from './entry.ts';
import { type FormatChoice, formatFor, meaningOf, readList } from './format.ts';

async function entriesOf(content: string, choice: FormatChoice): Promise<RawEntry[]> {
  const input = fetchedText('list', new TextEncoder().encode(content));
  const format = await formatFor(input, choice);
  const entries: RawEntry[] = [];
  for await (const entry of readList(input, format, meaningOf(input.name, format))) entries.push(entry);
  return entries;
}

/** Repeats a piece to a length. */
const long = (piece: string, length: number) => piece.repeat(length / piece.length);

describe('a list of a stranger', () => {
  const stix = (pattern: string) => JSON.stringify({ type: 'bundle', objects: [{ type: 'indicator', pattern }] });
  it.each<[string, FormatChoice, string]>([
    ['a rule of dots', 'adblock', `${long('.', 4_000)}|`],
    ['a rule of options', 'adblock', `$-,~${long('-=\\,~-,~', 4_000)}\0,$-`],
    ['a zone of one word', 'auto', `local-zone: ${long('a', 60_000)} b c`],
    ['a record of colons', 'auto', `a A AAAA 0${long(':', 60_000)}x`],
    ['a pattern of alternatives', 'stix', stix(long(' OR a', 400_000))],
    ['a pattern of blanks', 'stix', stix(`url:value='a'${long(' ', 400_000)}x`)],
    ['a pattern of escapes', 'stix', stix(long("\\'", 400_000))],
    ['a field of blanks', 'json', JSON.stringify([{ url: `a${long(' ', 400_000)}b` }])],
    ['an entry that shows nothing', 'json', JSON.stringify([`a${long('\u200b', 400_000)}b`])],
    [
      'a record of many',
      'json',
      JSON.stringify({
        domains: Array.from({ length: 20_000 }, (_, index) => `a${index}.example`),
        scam_urls: Array.from({ length: 20_000 }, (_, index) => `https://b${index}.example/`),
        seen: 1,
      }),
    ],
    ['objects that never end', 'json', `{}${long('{"\\"', 400_000)}`],
    ['a wide row', 'auto', `a${long(',', 60_000)}\n${long('b,c\n', 1_200)}`],
    ['open elements', 'ofac', `<sdnList>${long('<a>', 600_000)}`],
    // In more than linear time each takes longer than a test may.
  ])('is read to its end: %s', async (_, choice, content) => {
    const reading = entriesOf(content, choice).then((entries) => triage(entries, 'list'));
    await reading.catch((error: Error) => expect(error.name).toBe('TextFileError'));
  });

  it.each<[string, FormatChoice, string]>([
    ['comments', 'hosts', long('# nothing\n', 4_000_000)],
    ['a document', 'yaml', Array.from({ length: 40_000 }, (_, index) => `- a${index}.example\n`).join('')],
  ])('is read in many turns: %s', async (_, choice, content) => {
    let turns = 0;
    let isRunning = true;
    const reading = entriesOf(content, choice).finally(() => {
      isRunning = false;
    });
    let longest = 0;
    for (let last = process.threadCpuUsage(); isRunning; last = process.threadCpuUsage()) {
      await new Promise(setImmediate);
      turns += 1;
      longest = Math.max(longest, process.threadCpuUsage(last).user);
    }
    await reading;
    expect(turns).toBeGreaterThan(50);
    expect(longest / 1_000).toBeLessThan(200);
  });
});
