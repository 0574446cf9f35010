import { isInteger, isNumber, isOneOf, isOptional, isText, shaped } from '../api/shape.ts';

/** How far "open anyway" reaches: this tab until it closes, one day everywhere, or always. */
export const ALLOWANCE_SCOPES = ['tab', 'day', 'always'] as const;
export type AllowanceScope = (typeof ALLOWANCE_SCOPES)[number];

/** A person's decision to let a blocked expression through. Stored before the navigation that uses it. */
export type Allowance = {
  readonly id: string;
  /** The matched expression that is let through, for example `evil.example/`. */
  readonly expression: string;
  readonly scope: AllowanceScope;
  /** Present where the scope is `tab`. */
  readonly tabId?: number | undefined;
  /** Milliseconds since epoch. */
  readonly createdAt: number;
  /** Milliseconds since epoch; absent where the scope is `always` or `tab`. */
  readonly expiresAt?: number | undefined;
};

const isScope = isOneOf(ALLOWANCE_SCOPES);
export const allowance = shaped<Allowance>(
  ({ id, expression, scope, tabId, createdAt, expiresAt }) =>
    isText(id) &&
    isText(expression) &&
    isScope(scope) &&
    isOptional(tabId, isInteger) &&
    isNumber(createdAt) &&
    isOptional(expiresAt, isNumber),
);
