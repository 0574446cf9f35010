import type { Brand } from './brand.ts';

/** The optional pictures of a brand beside its icon: key in the brand file, shape, and address in the package. */
export const PICTURES = [
  { name: 'iconDark', shape: 'square', address: '/brand/icon-dark.svg' },
  { name: 'wordmark', shape: 'wide', address: '/brand/wordmark.svg' },
  { name: 'wordmarkDark', shape: 'wide', address: '/brand/wordmark-dark.svg' },
] as const;
export type PictureName = (typeof PICTURES)[number]['name'];

/** Address in the package of a picture of the brand; undefined if the brand has none. */
export const pictureOf = (brand: Pick<Brand, PictureName>, name: PictureName): string | undefined =>
  brand[name] === undefined ? undefined : PICTURES.find((picture) => picture.name === name)?.address;
