import { prefixesOfParts } from '../../hash.ts';
import { expressionParts } from './expression.ts';
import { lookupForm } from './lookup-form.ts';

/**
 * The prefixes of the expressions of a canonical form, in their order: all that the check of an address needs which is not listed.
 * @throws TypeError for a form that is not ASCII, and so not canonical
 */
export function canonicalPrefixes(canonical: string): number[] {
  const form = lookupForm(canonical);
  return prefixesOfParts(form, expressionParts(form));
}
