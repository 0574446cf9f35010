import * as z from 'zod/mini';
import type { TextInput } from '../../../text-file.ts';
import type { RawEntry, RawList } from './entry.ts';
import { readJson } from './json-list.ts';

const hosts = z.array(z.string());

const shape = {
  expected: 'the config.json of eth-phishing-detect: an object with the arrays blacklist, whitelist and fuzzylist',
  schema: z.object({
    blacklist: hosts,
    whitelist: z._default(hosts, []),
    fuzzylist: z._default(hosts, []),
  }),
};

/** Reads the configuration of eth-phishing-detect. @throws TextFileError on another file. */
export async function readEthPhishingDetect(input: TextInput, reason: string): Promise<RawList> {
  const list = await readJson(input, shape);
  const entry = (content: string, status: RawEntry['status'], why: string): RawEntry => ({
    content,
    kind: 'host',
    status,
    reason: why,
  });
  return {
    entries: [
      ...list.whitelist.map((host) => entry(host, 'ALLOWED', 'On the allowlist of its source')),
      ...list.blacklist.map((host) => entry(host, 'BLOCKED', reason)),
    ],
    notes:
      list.fuzzylist.length === 0
        ? []
        : [`The fuzzy list (${list.fuzzylist.length} names that lookalikes are compared with) is not imported.`],
  };
}
