import * as z from 'zod/mini';
import { SETTING_NAMES, SETTINGS } from './catalogue.ts';
import { MANAGED_BY } from './policy.ts';

/** Where the package has the schema of its managed policy. */
export const POLICY_SCHEMA = 'policy-schema.json';

/** One thing that a policy can set, as administrators and the tools of browsers see it. */
export type PolicyEntry = {
  readonly name: string;
  readonly title: string;
  /** A `list` is of objects, each with texts under the names of `fields`. */
  readonly type: 'string' | 'boolean' | 'list';
  /** The texts that are allowed; null where others are. */
  readonly values: readonly string[] | null;
  /** What an object of a list may hold, and whether it must; null for what is no list. */
  readonly fields: Readonly<Record<string, { readonly isRequired: boolean }>> | null;
  /** What holds where nobody says anything; null where that is nothing. */
  readonly initial: string | boolean | null;
};

/** Everything that a policy can set, made from the catalogue of settings. */
export function policyEntries(): PolicyEntry[] {
  return [
    entry('managedBy', { ...MANAGED_BY, initial: null }),
    ...SETTING_NAMES.map((name) => entry(name, SETTINGS[name])),
  ];
}

/**
 * The JSON schema of the managed policy, in the part of the language that Chromium and Edge read: without it they pass on
 * nothing. They check the type alone; the extension checks the rest.
 */
export function policySchema(): object {
  return {
    type: 'object',
    properties: Object.fromEntries(
      policyEntries().map(({ name, title, type, values, fields }) => [
        name,
        fields ? { title, ...listOf(fields) } : { title, type, ...(values ? { enum: values } : {}) },
      ]),
    ),
  };
}

const listOf = (fields: NonNullable<PolicyEntry['fields']>): object => ({
  type: 'array',
  items: {
    type: 'object',
    properties: Object.fromEntries(Object.keys(fields).map((field) => [field, { type: 'string' }])),
  },
});

type Described = { readonly schema: z.ZodMiniType; readonly title: string; readonly initial: unknown };

/** @throws Error for a setting of a type that the policies of some browser or system cannot hold */
function entry(name: string, { schema, title, initial }: Described): PolicyEntry {
  const whole = z.toJSONSchema(schema, { io: 'input' });
  const json = whole.anyOf?.find(({ type }) => type !== 'null') ?? whole;
  if (json.type === 'array')
    return { name, title, type: 'list', values: null, fields: fieldsOf(name, json), initial: null };
  if (json.type !== 'string' && json.type !== 'boolean') throw new Error(`No policy can hold ${name}, a ${json.type}`);
  const values = json.enum ? json.enum.map(String) : null;
  return { name, title, type: json.type, values, fields: null, initial: initial as string | boolean | null };
}

function fieldsOf(name: string, list: z.core.JSONSchema.BaseSchema): NonNullable<PolicyEntry['fields']> {
  const { properties = {}, required = [] } = list.items as z.core.JSONSchema.BaseSchema;
  const fields = Object.entries(properties);
  const other = fields.find(([, field]) => (field as z.core.JSONSchema.BaseSchema).type !== 'string');
  if (fields.length === 0 || other) throw new Error(`No policy can hold ${name}, a list of other things than texts`);
  return Object.fromEntries(fields.map(([field]) => [field, { isRequired: required.includes(field) }]));
}
