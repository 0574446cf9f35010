import * as z from 'zod/mini';
import type { ImportInput } from '../input.ts';
import type { RawEntry, RawList } from './entry.ts';
import { readJson } from './json-list.ts';

const shape = {
  expected: 'a list of wallet addresses: an array of strings, or an object of arrays of strings by site',
  schema: z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]),
};

/**
 * Reads a list of wallet addresses: a JSON array, or a JSON object whose keys say where each address was seen (a site or
 * a few words), which then becomes the reason. @throws ImportFileError on another file.
 */
export async function readAddresses(input: ImportInput, reason: string): Promise<RawList> {
  const list = await readJson(input, shape);
  const groups: [string | null, readonly string[]][] = Array.isArray(list) ? [[null, list]] : Object.entries(list);
  return {
    entries: groups.flatMap(([place, addresses]) => addresses.map((address) => entryOf(address, place, reason))),
    notes: [],
  };
}

const entryOf = (content: string, place: string | null, reason: string): RawEntry => ({
  content,
  kind: 'address',
  status: 'BLOCKED',
  reason: place === null ? reason : `${reason} (${place.slice(0, 200)})`,
});
