import type { Sql } from 'postgres';
import { expect, it } from 'vitest';
import { prepareRepeated } from './connection.ts';

/** A client that notes what it is asked to prepare. */
function client(prepare = true) {
  const prepared: [string, boolean][] = [];
  const unsafe = (statement: string, _parameters: unknown, options: { prepare: boolean }) =>
    prepared.push([statement, options.prepare]);
  return { sql: prepareRepeated({ options: { prepare }, unsafe } as unknown as Sql), prepared };
}

it('prepares a statement that runs repeatedly', () => {
  const { sql, prepared } = client();
  for (let run = 0; run < 7; run += 1) sql.unsafe('select $1', [run]);
  expect(prepared.map(([, isKept]) => isKept)).toEqual([false, false, false, false, false, true, true]);
});

it('prepares a limited number of statements, and none without parameters', () => {
  const { sql, prepared } = client();
  for (let statement = 0; statement < 300; statement += 1)
    for (let run = 0; run < 6; run += 1) sql.unsafe(`select $1 + ${statement}`, [run]);
  expect(prepared.filter(([, isKept]) => isKept)).toHaveLength(256);
  for (let run = 0; run < 7; run += 1) sql.unsafe('select 1', []);
  expect(prepared.at(-1)).toEqual(['select 1', false]);
});

it('prepares nothing if the address forbids it', () => {
  const { sql, prepared } = client(false);
  for (let run = 0; run < 7; run += 1) sql.unsafe('select $1', [run], { prepare: false });
  expect(prepared.map(([, isKept]) => isKept)).toEqual(Array(7).fill(false));
});
