import { normalizeContent } from '../../../../asset/index.ts';
import { CommandError } from '../../../command/words.ts';
import { openTextFile, readLines, TextFileError } from '../../../text-file.ts';

/** What a person would take for a site that many people visit ends long before this. */
const MAX_COUNT = 100_000;

/**
 * The hosts of a file of top sites, most visited first: one a line, or `rank,host` as Tranco has it; plain or gzipped, at most 100,000.
 * @throws CommandError for a file that cannot be read, has none, or has something else
 */
export async function readTopSites(path: string): Promise<string[]> {
  const hosts: string[] = [];
  try {
    const input = await openTextFile(path);
    for await (const line of readLines(input)) {
      const text = line.replace(/^\d+,/, '').trim();
      if (text === '' || text.startsWith('#')) continue;
      const asset = /[\s/]/.test(text) ? null : normalizeContent(`http://${text}/`);
      if (!asset) throw new CommandError(`"${text.slice(0, 80)}" is no host: expected one a line, or rank,host`);
      hosts.push(new URL(`http://${text}/`).hostname);
      if (hosts.length === MAX_COUNT) break;
    }
    if (hosts.length === 0) throw new CommandError(`${input.name} has no hosts: "top-sites clear" forgets the list`);
  } catch (error) {
    if (error instanceof TextFileError) throw new CommandError(error.message);
    throw error;
  }
  return hosts;
}
