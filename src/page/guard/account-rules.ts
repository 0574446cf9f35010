type AccountRules = (url: string) => string[];
const scope = globalThis as { waryAccountRules?: AccountRules };

/**
 * The rules by which the address of this page may name an account. They are as large as everything else that a guard needs, so they
 * are a script of their own, which the browser puts before the guard on the hosts of the platforms only. Undefined elsewhere.
 */
export const accountRules = (): AccountRules | undefined => scope.waryAccountRules;

/** Hands the rules to the guard of the same page. No page can see or replace them: content scripts have a world of their own. */
export function offerAccountRules(rules: AccountRules): void {
  scope.waryAccountRules = rules;
}
