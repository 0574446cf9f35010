import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRequest } from './index.ts';
import { METHODS } from './methods.ts';
import { approval, OTHER, OWN, SCAMMER, SITE } from './request/request.fixture.ts';

const METHOD_NAMES = Object.values(METHODS).flatMap((names) => names.split(' '));

/** Values that a page may send: anything, also by its names, with valid requests cut and mixed into it. */
const NAMES = [
  'to',
  'data',
  'method',
  'params',
  'request',
  'types',
  'message',
  'domain',
  'calls',
  'transaction',
  'raw_data',
  'raw_data_hex',
  'contract',
  'parameter',
  'value',
  'text',
  'toString',
  'valueOf',
  '__proto__',
  'constructor',
  'length',
  'primaryType',
  'name',
  'type',
];
const { anything } = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.string(),
    fc.constantFrom(
      OWN,
      SCAMMER,
      approval(SCAMMER),
      'Permit',
      'address',
      'bytes',
      'address[]',
      'https://x.example',
      '{"a":[1]}',
      '٣',
      '\ud800',
      null,
      undefined,
      true,
      Number.NaN,
      2 ** 200,
      -1n,
      2n ** 300n,
    ),
    fc.uint8Array({ maxLength: 300 }),
    fc.integer(),
    fc.stringMatching(/^0x[0-9a-f]{0,600}$/),
  ),
  anything: fc.oneof(
    { maxDepth: 5 },
    tie('leaf'),
    fc.array(tie('anything'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('anything'), { maxKeys: 6 }),
    fc
      .dictionary(fc.constantFrom(...NAMES), tie('anything'), { maxKeys: 6, noNullPrototype: false })
      .map((value) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each))),
  ),
}));

describe('whatever a page asks', () => {
  it('nothing is thrown, the same is answered twice, and never more than a thousand parties', () => {
    fc.assert(
      fc.property(fc.constantFrom(...METHOD_NAMES), anything, fc.string(), (method, params, site) => {
        const reading = readRequest(String(method), params, site);
        expect(readRequest(String(method), params, site)).toEqual(reading);
        expect(reading.parties.length).toBeLessThanOrEqual(1_024);
        for (const { type, content } of reading.parties) expect([type, typeof content]).toEqual([type, 'string']);
      }),
      { numRuns: 1_000 },
    );
  });

  const cyclic: Record<string, unknown> = { to: SCAMMER };
  Object.assign(cyclic, {
    message: cyclic,
    transaction: cyclic,
    calls: [cyclic, cyclic],
    request: cyclic,
    method: 'batch',
    params: [cyclic, cyclic],
  });
  it.each([...METHOD_NAMES].map(String))('%s of endless values ends', (method) => {
    const sparse = new Array(2 ** 32 - 1);
    for (const params of [
      cyclic,
      [cyclic, cyclic],
      sparse,
      [sparse],
      [{ data: sparse, message: sparse, calls: sparse, transaction: sparse }],
    ])
      expect(readRequest(method, params, SITE).parties.length).toBeLessThan(10);
    const much = readRequest(
      method,
      [`0x${'00'.repeat(3_000_000)}`, { to: OTHER, data: `0x${'00'.repeat(3_000_000)}` }],
      SITE,
    );
    expect(much.parties.length).toBeLessThan(10);
  });
});
