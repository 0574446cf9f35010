import type { Chance } from './chance.ts';
import { bodyOf, type Documented, type JsonSchema } from './document.ts';
import type { Memory } from './memory.ts';
import { generatedValue } from './value.ts';

/** The keys of requests: one that may do everything, and others that may do less. */
export type Keys = { readonly full: string; readonly others: readonly string[] };

export type Generated = {
  readonly operation: Documented;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | FormData | undefined;
  /** The JSON of the body before it was written; undefined where it is none, or was spoilt. */
  readonly json: unknown;
};

/** Percent of the parts of a request that are wrong: most requests are right, some a little wrong, some very. */
const WILD = [0, 0, 0, 0, 5, 15, 40];
const SPOILT: readonly (string | Uint8Array)[] = [
  ...[
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '1',
    '{"a":1}x',
    '['.repeat(3_000),
    '{"__proto__":{"x":1}}',
    '{"content":"a","content":"b"}',
  ],
  new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  'x'.repeat(1_100_000),
];
const FILES: readonly Blob[] = [
  new Blob(['just text'], { type: 'text/plain' }),
  new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])], { type: 'image/png' }),
  new Blob(['<script>alert(1)</script>'], { type: 'image/png' }),
  new Blob([], { type: 'text/csv' }),
];

/** A request for an operation: mostly what the document asks for, naming what earlier answers have named. */
export function generate(chance: Chance, memory: Memory, operation: Documented, keys: Keys): Generated {
  const wild = chance.pick(WILD);
  const value = (schema: JsonSchema, name: string) => generatedValue(chance, memory, schema, name, wild);
  let { url } = operation;
  const search = new URLSearchParams();
  const headers: Record<string, string> = keyOf(chance, keys);
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(textual(value(schema, name)) || '0'));
    else if (!required && chance.percent(60)) continue;
    else if (place === 'query') for (const item of [value(schema, name)].flat()) search.append(name, textual(item));
    else headers[name] = chance.pick(['one', 'two', '"three"', '*', 'x'.repeat(255), `once ${chance.below(1e6)}`]);
  }
  if (search.size > 0) url += `?${search}`;
  const wanted = bodyOf(operation);
  if (!wanted) return { operation, url, headers, body: undefined, json: undefined };
  if (wanted.type === 'multipart/form-data')
    return { operation, url, headers, body: formOf(chance, value(wanted.schema, '')), json: undefined };
  headers['content-type'] = chance.percent(1) ? 'text/plain' : wanted.type;
  if (chance.percent(2)) return { operation, url, headers, body: chance.pick(SPOILT), json: undefined };
  const json = value(wanted.schema, '');
  return { operation, url, headers, body: JSON.stringify(json), json };
}

function keyOf(chance: Chance, { full, others }: Keys): Record<string, string> {
  if (chance.percent(92)) return { 'X-API-KEY': full };
  const key = chance.pick([...others, ...others, 'nobody', null]);
  return key === null ? {} : { 'X-API-KEY': key };
}

const textual = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replace(/\p{Surrogate}/gu, '?');

function formOf(chance: Chance, value: unknown): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries((value ?? {}) as object))
    for (const item of [part].flat().slice(0, 12))
      if (name === 'file' && chance.percent(90))
        form.append(name, chance.pick(FILES), chance.pick(['a.png', 'ж.txt', '../x.csv']));
      else form.append(name, textual(item));
  return form;
}
