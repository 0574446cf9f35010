import * as z from 'zod/mini';
import { SETTING_NAMES, SETTINGS } from './catalogue.ts';
import { MANAGED_BY } from './policy.ts';

/** Where the package has the schema of its managed policy. */
export const POLICY_SCHEMA = 'policy-schema.json';

/** One thing that a policy can set, as administrators and the tools of browsers see it. */
export type PolicyEntry = {
  readonly name: string;
  readonly title: string;
  readonly type: 'string' | 'boolean';
  /** The texts that are allowed; null where others are. */
  readonly values: readonly string[] | null;
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
      policyEntries().map(({ name, title, type, values }) => [
        name,
        { title, type, ...(values ? { enum: values } : {}) },
      ]),
    ),
  };
}

type Described = { readonly schema: z.ZodMiniType; readonly title: string; readonly initial: string | boolean | null };

/** @throws Error for a setting of a type that the policies of some browser or system cannot hold */
function entry(name: string, { schema, title, initial }: Described): PolicyEntry {
  const whole = z.toJSONSchema(schema, { io: 'input' });
  const said = whole.anyOf?.find(({ type }) => type !== 'null') ?? whole;
  if (said.type !== 'string' && said.type !== 'boolean') throw new Error(`No policy can hold ${name}, a ${said.type}`);
  return { name, title, type: said.type, values: said.enum ? said.enum.map(String) : null, initial };
}
