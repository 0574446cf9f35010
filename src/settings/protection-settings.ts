import { isFlag, isOneOf, isRecord } from '../api/shape.ts';

/** What happens when a local hit cannot be confirmed (design: "Decision when confirmation is not possible"). */
export const FAILURE_POLICIES = ['open', 'warn', 'closed'] as const;
export type FailurePolicy = (typeof FAILURE_POLICIES)[number];

/** The settings that a verdict follows from. */
export type ProtectionSettings = {
  readonly protectSites: boolean;
  readonly protectAddresses: boolean;
  readonly failurePolicy: FailurePolicy;
};

/** In force where nobody said anything. */
export const INITIAL: ProtectionSettings = { protectSites: true, protectAddresses: true, failurePolicy: 'warn' };

/**
 * The settings in force, of the record that a person's choices are stored in. A value that is damaged counts as not set. Read
 * before a cold worker's first verdict, so without the schemas of the catalogue; a test holds both against each other.
 */
export function protectionSettingsOf(stored: unknown): ProtectionSettings {
  const { protectSites, protectAddresses, failurePolicy } = (isRecord(stored) ? stored : {}) as {
    [Name in keyof ProtectionSettings]?: unknown;
  };
  return {
    protectSites: isFlag(protectSites) ? protectSites : INITIAL.protectSites,
    protectAddresses: isFlag(protectAddresses) ? protectAddresses : INITIAL.protectAddresses,
    failurePolicy: isOneOf(FAILURE_POLICIES)(failurePolicy) ? failurePolicy : INITIAL.failurePolicy,
  };
}
