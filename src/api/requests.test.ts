import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import english from '../language/locales/en.json' with { type: 'json' };
import { nameInTraffic, REQUESTS } from './requests.ts';

const fieldsOf = (schema: z.ZodMiniType | undefined): string[] =>
  Object.keys((schema && z.toJSONSchema(schema, { io: 'input' }).properties) ?? {});

test('every field that is said to be sent exists in its operation', () => {
  for (const { target, fields, name } of REQUESTS) {
    if (target === 'file') {
      expect(fields, name).toEqual({});
      continue;
    }
    if (target === 'update') {
      expect(Object.keys(fields), name).toEqual(['token']);
      continue;
    }
    const known = [...fieldsOf(target.params), ...fieldsOf(target.query), ...fieldsOf(target.body)];
    expect(known, name).toEqual(expect.arrayContaining(Object.keys(fields)));
  }
});

test('every request has words that explain it to a person', () => {
  const names = REQUESTS.map(nameInTraffic);
  expect(Object.keys(english.traffic.what)).toEqual(expect.arrayContaining(names));
  expect(Object.keys(english.traffic.why)).toEqual(expect.arrayContaining(names));
});

test('a confirmation names its rules and one bucket, and nothing else', () => {
  const confirmation = REQUESTS.find(({ name }) => name === 'confirmation');
  expect(Object.keys(confirmation?.fields ?? {})).toEqual(['algoVersion', 'prefixes']);
});

test('only what a person wrote or did may name a site', () => {
  const naming = REQUESTS.filter(({ fields }) => 'content' in fields || 'assets' in fields);
  expect(naming.map(({ occasion }) => occasion)).toEqual(['outbox', 'outbox']);
});
