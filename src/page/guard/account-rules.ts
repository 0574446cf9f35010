type AccountRules = (url: string) => string[];
const scope = globalThis as { waryAccountRules?: AccountRules };

/**
 * The rules for finding account names in this page's address. They are as large as the rest of the guard, so they are a
 * separate script that the browser runs before the guard on platform hosts only. Undefined elsewhere.
 */
export const accountRules = (): AccountRules | undefined => scope.waryAccountRules;

/**
 * Hands the rules to the guard of the same page. The page cannot see or replace them: content scripts run in an
 * isolated world.
 */
export function offerAccountRules(rules: AccountRules): void {
  scope.waryAccountRules = rules;
}
