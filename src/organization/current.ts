import type { Brand } from './brand.ts';

declare const __BRAND__: Brand;

/** The brand of this build, validated and inlined by the build. */
export const BRAND: Brand = __BRAND__;
