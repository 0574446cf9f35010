import * as z from 'zod/mini';
import { SETTING_NAMES, SETTINGS } from './catalogue.ts';
import { MANAGED_BY } from './policy.ts';

/** Where the package has the schema of its managed policy. */
export const POLICY_SCHEMA = 'policy-schema.json';

/**
 * The JSON schema of the managed policy, in the part of the language that Chromium and Edge read: without it they pass on
 * nothing. They check the type alone; the extension checks the rest.
 */
export function policySchema(): object {
  return {
    type: 'object',
    properties: Object.fromEntries([
      ['managedBy', property(MANAGED_BY)],
      ...SETTING_NAMES.map((name) => [name, property(SETTINGS[name])]),
    ]),
  };
}

type Described = { readonly schema: z.ZodMiniType; readonly title: string };

function property({ schema, title }: Described): object {
  const whole = z.toJSONSchema(schema, { io: 'input' });
  const said = whole.anyOf?.find(({ type }) => type !== 'null') ?? whole;
  return { title, type: said.type, ...(said.enum ? { enum: said.enum } : {}) };
}
