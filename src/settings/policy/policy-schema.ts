import * as z from 'zod/mini';
import { SETTING_NAMES, SETTINGS } from '../catalogue.ts';
import { MANAGED_BY } from './policy.ts';

/** Path of the managed policy's schema in the package. */
export const POLICY_SCHEMA = 'policy-schema.json';

/** One value of a policy, as administrators and browser tools see it. */
export type PolicyEntry = {
  readonly name: string;
  readonly title: string;
  /** A `list` contains objects with the string fields in `fields`. */
  readonly type: 'string' | 'boolean' | 'list';
  /** The allowed strings; null if any is allowed. */
  readonly values: readonly string[] | null;
  /** The fields of a list's objects, and whether they are required; null if it is not a list. */
  readonly fields: Readonly<Record<string, { readonly isRequired: boolean }>> | null;
  /** The default; null if there is none. */
  readonly initial: string | boolean | null;
};

/** All values that a policy can set, derived from the catalogue of settings. */
export function policyEntries(): PolicyEntry[] {
  return [
    entry('managedBy', { ...MANAGED_BY, initial: null }),
    ...SETTING_NAMES.map((name) => entry(name, SETTINGS[name])),
  ];
}

/**
 * The JSON schema of the managed policy, in the subset that Chromium and Edge support: without it they pass on nothing.
 * They check only the type; the extension checks the rest.
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

/** @throws Error for a setting whose type some browser or system cannot hold in a policy */
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
