import * as z from 'zod/mini';
import type { Operation } from '../../../api/operation.ts';

/** A part of a JSON Schema, as zod writes it. */
type JsonSchema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

export type Place = 'params' | 'query' | 'body';
export type Sample = { readonly [P in Place]?: Readonly<Record<string, unknown>> };
/** A value that breaks one rule of one field. */
export type Breach = {
  readonly field: string;
  readonly what: string;
  readonly value: Readonly<Record<string, unknown>>;
};

const PLACES: readonly Place[] = ['params', 'query', 'body'];
const FORMATS: Readonly<Record<string, string>> = {
  uri: 'https://sample.example/',
  email: 'sample@sample.example',
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2026-01-01T00:00:00Z',
};
const UNKNOWN_RECEIPT = 'A'.repeat(22);
const NAMES: Readonly<Record<string, string>> = {
  algoVersion: '2',
  slug: 'acme',
  organizationSlug: 'acme',
  brandSlug: 'acme',
  keyDigest: '0'.repeat(32),
};
const TEXTS = ['sample.example', 'abcd', 'sample', '#a1b2c3', 'DE', 'de', UNKNOWN_RECEIPT];
/** A cursor is only good as the service gave it. */
const CURSORS = new Set(['next_page', 'cursor']);

/** The schema of a part of an operation's request. What is text in an address is described as what it stands for. */
const partSchema = (operation: Operation, place: Place): JsonSchema | null => {
  const schema = operation[place];
  // A form of files is no JSON: its own tests send it.
  const isForm = place === 'body' && operation.encoding === 'multipart';
  return schema && !isForm
    ? (z.toJSONSchema(schema, { io: place === 'body' ? 'input' : 'output', unrepresentable: 'any' }) as JsonSchema)
    : null;
};

/** A request that an operation takes: with as little, or with as much as its schemas allow. */
export function sampleOf(operation: Operation, amount: 'least' | 'most' = 'least'): Sample {
  return Object.fromEntries(
    PLACES.flatMap((place) => {
      const schema = partSchema(operation, place);
      return schema ? [[place, acceptable(operation, place, schema, amount)]] : [];
    }),
  );
}

/** Rules between fields are not in the schema: a field is added, or left out, until all of them hold. */
function acceptable(operation: Operation, place: Place, schema: JsonSchema, amount: 'least' | 'most') {
  const value = exampleOf(schema, '', amount) as Record<string, unknown>;
  const isValid = (candidate: unknown) => operation[place]!.safeParse(candidate).success;
  const names = Object.keys(schema.properties ?? {}).filter((name) => !CURSORS.has(name));
  const others = names.map((name) =>
    amount === 'least'
      ? { ...value, [name]: exampleOf(schema.properties![name]!, name, 'least') }
      : Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
  );
  const found = [value, ...others].find(isValid);
  if (!found) throw new Error(`No sample for ${operation.id}: ${JSON.stringify(value)}`);
  return found;
}

function exampleOf(schema: JsonSchema, name: string, amount: 'least' | 'most'): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(schema.anyOf.find(({ type }) => type !== 'null')!, name, amount);
  if (schema.type === 'string') return textOf(schema, name);
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array')
    return Array.from({ length: Math.max(schema.minItems ?? 0, 1) }, () => exampleOf(schema.items!, name, amount));
  if (schema.type !== 'object') return 'sample';
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties).filter((key) => !CURSORS.has(key));
  return Object.fromEntries(
    names
      .filter((key) => amount === 'most' || required.includes(key))
      .map((key) => [key, exampleOf(properties[key]!, key, amount)]),
  );
}

function textOf({ format, pattern, minLength = 0, maxLength = 255 }: JsonSchema, name: string): string {
  if (NAMES[name] !== undefined) return NAMES[name];
  if (format !== undefined && FORMATS[format] !== undefined) return FORMATS[format];
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern).test(text));
  const found = TEXTS.find(fits);
  if (found === undefined) throw new Error(`No sample text for ${name}: ${pattern}`);
  return found;
}

/** A small number: a large one is only a name of what does not exist. */
const numberOf = ({ minimum = 0, exclusiveMinimum }: JsonSchema): number =>
  exclusiveMinimum === undefined ? Math.max(minimum, 1) : Math.max(exclusiveMinimum + 1, 1);

/** Every way in which one field of a part of a request can break its schema, in a request that is right otherwise. */
export function breachesOf(operation: Operation, place: Place): Breach[] {
  const schema = partSchema(operation, place);
  if (!schema) return [];
  const whole = sampleOf(operation, 'most')[place]!;
  const isText = place !== 'body';
  // A path without one of its parts is another path.
  const possible = breaches(schema, whole, '', isText).filter(({ what }) => place !== 'params' || what !== 'missing');
  return possible.map(({ field, what, value }) => ({
    field,
    what,
    value: value as Breach['value'],
  }));
}

type Part = { readonly field: string; readonly what: string; readonly value: unknown };

function breaches(schema: JsonSchema, value: unknown, field: string, isText: boolean): Part[] {
  const inner = schema.anyOf ? schema.anyOf.filter(({ type }) => type !== 'null') : [schema];
  if (inner.length !== 1) return [];
  const [only] = inner as [JsonSchema];
  if (only.type === 'object') return objectBreaches(only, value as Record<string, unknown>, isText);
  const isNullable = inner.length !== (schema.anyOf?.length ?? 1);
  const own = [...wrongValues(only, isText), ...(isNullable || isText ? [] : [['null', null] as const])];
  const parts = own.map(([what, wrong]) => ({ field, what, value: wrong }));
  if (only.type !== 'array' || isText) return parts;
  const [first, ...rest] = value as unknown[];
  return [
    ...parts,
    ...breaches(only.items!, first, field, isText).map((part) => ({ ...part, value: [part.value, ...rest] })),
  ];
}

function objectBreaches(
  { properties = {}, required = [] }: JsonSchema,
  value: Record<string, unknown>,
  isText: boolean,
) {
  return Object.entries(properties).flatMap(([name, property]): Part[] => {
    const present = name in value ? value[name] : exampleOf(property, name, 'most');
    const without = Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
    return [
      ...breaches(property, present, name, isText).map((part) => ({
        ...part,
        value: { ...value, [name]: part.value },
      })),
      ...(required.includes(name) && !('default' in property)
        ? [{ field: name, what: 'missing', value: without }]
        : []),
    ];
  });
}

/** Values that a field of this schema must not have, each with what is wrong. */
function wrongValues(schema: JsonSchema, isText: boolean): (readonly [what: string, value: unknown])[] {
  const { type, minLength = 0, maxLength, minimum, maximum, minItems = 0, maxItems } = schema;
  if (schema.enum) return [['no such value', 'NO_SUCH_VALUE'], ...(isText ? [] : [['a number', 7] as const])];
  if (type === 'string')
    return [
      ...(isText
        ? []
        : ([
            ['a number', 7],
            ['an object', {}],
            ['an array', ['x']],
          ] as const)),
      ...(minLength > 0 && !isText ? [['too short', 'x'.repeat(minLength - 1)] as const] : []),
      ...(maxLength === undefined ? [] : [['too long', 'x'.repeat(maxLength + 1)] as const]),
      ...(schema.format === undefined && schema.pattern === undefined ? [] : [['nonsense', '!'] as const]),
    ];
  if (type === 'integer' || type === 'number')
    return [
      ['text', 'x'],
      ...(type === 'integer' ? [['a fraction', 1.5] as const] : []),
      ...(minimum === undefined ? [] : [['too small', minimum - 1] as const]),
      ...(maximum === undefined ? [] : [['too large', maximum + 1] as const]),
    ];
  if (type === 'boolean') return [['text', 'maybe'], ...(isText ? [] : [['a number', 7] as const])];
  if (type !== 'array') return [];
  if (isText) return wrongValues(schema.items!, isText);
  const item = exampleOf(schema.items!, '', 'least');
  return [
    ['text', 'x'],
    ['an object', {}],
    ...(minItems > 0 ? [['too few', Array(minItems - 1).fill(item)] as const] : []),
    ...(maxItems === undefined ? [] : [['too many', Array(maxItems + 1).fill(item)] as const]),
  ];
}
