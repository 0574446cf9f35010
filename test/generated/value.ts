import type { Chance } from './chance.ts';
import type { JsonSchema } from './document.ts';
import type { Memory } from './memory.ts';

const CONTENTS = [
  'sample.example',
  'https://sample.example/claim?x=1#y',
  'HTTPS://User:pw@Sub.Sample.Example:8443/%7Ea/../b',
  'http://192.0.2.7/',
  'http://[2001:db8::1]/x',
  'xn--cme-5cd.example',
  'аcme.example',
  'sites.google.com/view/acme',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'https://x.com/acme_help',
  'https://t.me/acme_help',
  'someone@sample.example',
  '+49 30 901820',
  'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  'see https://one.example and 0x52908400098527886E0F7030069857D2E4169EE7',
  'com',
  'no asset at all',
];
const TEXTS = [
  'acme',
  'Sample',
  'ж',
  '   ',
  '100%',
  'a\'b"c\\d',
  'שלום',
  '👩‍👩‍👧',
  'é',
  'a\nb\tc',
  '<b>x</b>',
  '\u202eabc',
  '-1',
  '0',
];
const MOMENTS = [
  '2026-01-01T00:00:00Z',
  '2026-03-01T23:59:59.999999999+14:00',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00-23:59',
  '9999-12-31T23:59:59Z',
  '2024-02-29T12:00:00-12:00',
];
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  uri: [
    'https://sample.example/',
    'https://sample.example/ж?q=%00#f',
    'http://127.0.0.1:9/',
    'ftp://a.example',
    'data:,x',
  ],
  email: ['sample@sample.example', 'a.b+c@xn--cme-5cd.example'],
  uuid: ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  'date-time': MOMENTS,
};
const NUMBERS = [0, 1, 2, 7, 100, 2_147_483_647, 2_147_483_648, 4_294_967_296, Number.MAX_SAFE_INTEGER];
const GARBAGE: readonly unknown[] = [
  ...[null, true, -1, 1.5, 1e308, -(2 ** 63), '', '\0', 'a\0b', '\ud800', '!', 'x'.repeat(5_000), [], {}, [[]], [null]],
  ...[{ $ne: 1 }, { toString: 1, __proto__x: 2 }, '2026-02-30T00:00:00Z', '9'.repeat(400), '%00', '../..'],
];
const MAX_ITEMS = 4;

/** A value for a schema of the document. @param wild percent of the parts that are anything but what the schema asks for */
export function generatedValue(
  chance: Chance,
  memory: Memory,
  schema: JsonSchema,
  name: string,
  wild: number,
): unknown {
  if (wild > 0 && chance.percent(wild)) return chance.pick(GARBAGE);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return chance.pick(schema.enum);
  if (schema.anyOf) return generatedValue(chance, memory, chance.pick(schema.anyOf), name, wild);
  const known = chance.percent(60) ? memory.recall(chance, name) : undefined;
  if (known !== undefined && typeof known === (schema.type === 'integer' ? 'number' : schema.type)) return known;
  switch (schema.type) {
    case 'string':
      return textOf(chance, schema, name);
    case 'integer':
    case 'number':
      return numberOf(chance, schema);
    case 'boolean':
      return chance.percent(50);
    case 'array':
      return arrayOf(chance, memory, schema, name, wild);
    case 'object':
      return objectOf(chance, memory, schema, wild);
    default:
      return null;
  }
}

function textOf(chance: Chance, { format, pattern, minLength = 0, maxLength = 300 }: JsonSchema, name: string): string {
  const pool =
    format === undefined ? (/content|assets/i.test(name) ? CONTENTS : [...TEXTS, ...CONTENTS]) : FORMATS[format];
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text));
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const text = chance.pick(pool ?? TEXTS);
    if (fits(text)) return text;
  }
  const length = chance.percent(30)
    ? maxLength
    : minLength + chance.below(Math.max(1, Math.min(40, maxLength - minLength)));
  return Array.from({ length }, () => chance.pick([...'0123456789abcdef'])).join('');
}

function numberOf(chance: Chance, { type, minimum, maximum, exclusiveMinimum }: JsonSchema): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
  const most = maximum ?? Number.MAX_SAFE_INTEGER;
  const number = chance.pick([...NUMBERS, least, most, least + chance.below(50)]);
  return Math.min(most, Math.max(least, type === 'number' && chance.percent(20) ? number + 0.5 : number));
}

function arrayOf(chance: Chance, memory: Memory, schema: JsonSchema, name: string, wild: number): unknown[] {
  const { minItems = 0, maxItems = MAX_ITEMS, items = {} } = schema;
  const length = chance.percent(3) ? Math.min(maxItems, 200) : Math.min(maxItems, minItems + chance.below(MAX_ITEMS));
  return Array.from({ length }, () => generatedValue(chance, memory, items, name, wild));
}

function objectOf(chance: Chance, memory: Memory, schema: JsonSchema, wild: number): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const kept = Object.entries(properties).filter(([name]) => {
    const share = required.includes(name) ? 100 - wild / 2 : 40;
    return chance.percent(share);
  });
  const entries = kept.map(([name, part]) => [name, generatedValue(chance, memory, part, name, wild)]);
  const extra = chance.percent(wild) ? [['unknown field', chance.pick(GARBAGE)]] : [];
  return Object.fromEntries([...entries, ...extra]);
}
