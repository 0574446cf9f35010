import type { Brand } from './brand.ts';

declare const __BRAND__: Brand;

/** The brand this build carries: validated and inlined when it was built. */
export const BRAND: Brand = __BRAND__;
