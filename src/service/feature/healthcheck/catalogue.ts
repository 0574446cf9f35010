import { assetChecks, organizationChecks } from './asset-check.ts';
import type { Check } from './check.ts';
import { reviewChecks } from './review-check.ts';
import { takedownChecks } from './takedown-check.ts';

/** Every check. */
export const CHECKS: readonly Check[] = [...reviewChecks, ...takedownChecks, ...assetChecks, ...organizationChecks];
