import * as z from 'zod/mini';
import type { TextInput } from '../../../text-file.ts';
import type { RawEntry, RawList } from './entry.ts';
import { readJson } from './json-list.ts';

const hosts = z.array(z.string());

const shape = {
  expected: 'the all.json of polkadot-js/phishing: an object with the arrays allow and deny',
  schema: z.object({ allow: hosts, deny: hosts, denySub: z._default(hosts, []) }),
};

/** Reads the list of polkadot-js/phishing: hosts, and in `denySub` single pages of larger sites. @throws TextFileError on another file. */
export async function readPolkadotPhishing(input: TextInput, reason: string): Promise<RawList> {
  const list = await readJson(input, shape);
  const entry = (content: string, status: RawEntry['status'], why: string): RawEntry => ({
    content,
    kind: 'host',
    status,
    reason: why,
  });
  return {
    entries: [
      ...list.allow.map((host) => entry(host, 'ALLOWED', 'On the allowlist of its source')),
      ...[...list.deny, ...list.denySub].map((host) => entry(host, 'BLOCKED', reason)),
    ],
    notes: [],
  };
}
