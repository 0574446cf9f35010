import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readRequest } from './index.ts';

const files = ['/work/shared/data/wallet-cases.tsv', ...(process.env.MORE ? [process.env.MORE] : [])];
const reviver = (_: string, v: unknown) =>
  typeof v === 'object' && v !== null && 'b64' in v
    ? Uint8Array.from(Buffer.from(String((v as { b64: string }).b64), 'base64'))
    : v;
for (const file of files)
  for (const [at, line] of readFileSync(file, 'utf8').trim().split('\n').slice(1).entries()) {
    const [method, params, parties, kind, site, note] = line.split('\t');
    it(`${at} ${method} ${note}`, () => {
      const read = readRequest(method!, JSON.parse(params!, reviver), site!);
      const got = read.parties.map((p) => (p.type === 'URL' ? `host:${p.content}` : p.content));
      const want = parties!.split(' ').filter((x) => x);
      expect({ missing: want.filter((w) => !got.includes(w)), kind: read.kind }).toEqual({ missing: [], kind });
      if (process.env.EXTRA) expect(got.filter((w) => !want.includes(w))).toEqual([]);
    });
  }
