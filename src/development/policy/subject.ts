import { readFileSync } from 'node:fs';
import type { Brand } from '../../organization/brand.ts';
import type { Identity } from '../../organization/identity.ts';
import type { AllowedEntry, Settings } from '../../settings/catalogue.ts';
import { readAllowList } from '../../settings/policy/allow-list.ts';
import { parsePolicy } from '../../settings/policy/policy.ts';
import { type PolicyEntry, policyEntries } from '../../settings/policy/policy-schema.ts';
import { CommandFault } from '../command-line.ts';

export const BROWSER_NAMES = { chrome: 'Chrome', edge: 'Edge', firefox: 'Firefox' } as const;

/** What the files of a policy are made from. */
export type PolicySubject = {
  readonly brand: Brand;
  readonly identity: Identity;
  /** What the organization enforces, without empty values. */
  readonly values: PolicyValues;
};
export type PolicyValues = {
  readonly managedBy?: string;
} & Partial<Settings>;

/** A value that a policy sets, with its setting. */
export type EnforcedValue = { readonly entry: PolicyEntry; readonly value: string | boolean | readonly AllowedEntry[] };

const unusable = (file: string, problems: readonly string[]): CommandFault =>
  new CommandFault([`The policy ${file} cannot be used:`, ...problems.map((problem) => `  - ${problem}`)].join('\n'));

/**
 * Reads what an organization wants to enforce: JSON with any of the settings, and `managedBy`.
 * @throws CommandFault with every fault
 */
export function readPolicyFile(file: string): PolicyValues {
  let json: Readonly<Record<string, unknown>>;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw unusable(file, [code === 'ENOENT' ? 'it does not exist' : message]);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw unusable(file, ['it must be an object such as { "failurePolicy": "closed" }']);
  const entries = new Map(policyEntries().map((entry) => [entry.name, entry]));
  const allowList = readAllowList(json).faults;
  const { managedBy, values } = parsePolicy(json);
  const used: Readonly<Record<string, unknown>> = { managedBy: managedBy ?? undefined, ...values };
  const faults = Object.keys(json).flatMap((name) => {
    const entry = entries.get(name);
    if (!entry) return [`${name}: is nothing that a policy can set; there are ${[...entries.keys()].join(', ')}`];
    if (name === 'allowList' && allowList.length > 0) return allowList;
    return used[name] === undefined ? [`${name}: must be ${wanted(entry)}`] : [];
  });
  if (faults.length > 0) throw unusable(file, faults);
  return { ...(managedBy === null ? {} : { managedBy }), ...values };
}

function wanted({ name, type, values }: PolicyEntry): string {
  if (values) return values.join(', ').replace(/, (?=[^,]*$)/, ' or ');
  if (type === 'boolean') return 'true or false';
  if (type === 'list') return 'a list';
  if (name === 'managedBy') return 'a name of at most 45 characters';
  return name === 'serviceUrl' ? 'an address such as https://threats.acme.com' : 'a text without spaces';
}

/** Every value that a policy sets, in the order of the catalogue. */
export function enforcedValues({ values }: PolicySubject): EnforcedValue[] {
  return policyEntries().flatMap((entry) => {
    const value = values[entry.name as keyof PolicyValues];
    return value === undefined || value === null ? [] : [{ entry, value }];
  });
}

/** The same as the object that a browser passes to the extension. */
export const enforcedObject = (subject: PolicySubject): Record<string, EnforcedValue['value']> =>
  Object.fromEntries(enforcedValues(subject).map(({ entry, value }) => [entry.name, value]));
