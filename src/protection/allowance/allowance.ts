import * as z from 'zod/mini';

/** How far "open anyway" reaches: this tab until it closes, one day everywhere, or always. */
export const ALLOWANCE_SCOPES = ['tab', 'day', 'always'] as const;
export type AllowanceScope = (typeof ALLOWANCE_SCOPES)[number];

/** A person's decision to let a blocked expression through. Stored before the navigation that uses it. */
export const allowance = z.object({
  id: z.string(),
  /** The matched expression that is let through, for example `evil.example/`. */
  expression: z.string(),
  scope: z.enum(ALLOWANCE_SCOPES),
  /** Present where the scope is `tab`. */
  tabId: z.optional(z.int()),
  /** Milliseconds since epoch. */
  createdAt: z.number(),
  /** Milliseconds since epoch; absent where the scope is `always` or `tab`. */
  expiresAt: z.optional(z.number()),
});
export type Allowance = Readonly<z.infer<typeof allowance>>;
