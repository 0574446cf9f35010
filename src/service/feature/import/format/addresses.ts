import * as z from 'zod/mini';
import { readText, TextFileError, type TextInput } from '../../../text-file.ts';
import type { RawEntry, RawList } from './entry.ts';
import { parseJson } from './json-list.ts';
import { jsonHint, kindOf } from './likeness.ts';

const shape = {
  expected:
    'a list of wallet addresses: an array of strings, an object of arrays of strings by site, or one address a line',
  schema: z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]),
};

/**
 * Reads a list of wallet addresses: a JSON array, a JSON object whose keys say where each address was seen (a site or
 * a few words), which then becomes the reason, or text with one a line and comments (`#`). @throws TextFileError on another file.
 */
export async function readAddresses(input: TextInput, reason: string): Promise<RawList> {
  const text = await readText(input);
  const lines = /^\s*[[{]/.test(text) ? [] : linesOf(text);
  const list = kindOf(lines) === 'addresses' ? lines : parseJson(input.name, text, shape);
  const groups: [string | null, readonly string[]][] = Array.isArray(list) ? [[null, list]] : Object.entries(list);
  if (kindOf(groups.flatMap(([, addresses]) => addresses)) === 'hosts')
    throw new TextFileError(`${input.name}: expected ${shape.expected}, found hosts${jsonHint(list)}.`);
  return {
    entries: groups.flatMap(([place, addresses]) => addresses.map((address) => entryOf(address, place, reason))),
    notes: [],
  };
}

/** The lines of a text without comments, blank ones left out. */
const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*$/, '').trim())
    .filter((line) => line !== '');

const entryOf = (content: string, place: string | null, reason: string): RawEntry => ({
  content,
  kind: 'address',
  status: 'BLOCKED',
  reason: place === null ? reason : `${reason} (${place.slice(0, 200)})`,
});
