/** What happens when a local hit cannot be confirmed. */
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
