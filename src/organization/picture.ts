import type { Brand } from './brand.ts';

/** The pictures that a brand may have beside its icon: their key in the brand file, their shape, and their address in the package. */
export const PICTURES = [
  { name: 'iconDark', shape: 'square', address: '/brand/icon-dark.svg' },
  { name: 'wordmark', shape: 'wide', address: '/brand/wordmark.svg' },
  { name: 'wordmarkDark', shape: 'wide', address: '/brand/wordmark-dark.svg' },
] as const;
export type PictureName = (typeof PICTURES)[number]['name'];

/** Where in the package a picture of the brand is; undefined where the brand has none. */
export const pictureOf = (brand: Pick<Brand, PictureName>, name: PictureName): string | undefined =>
  brand[name] === undefined ? undefined : PICTURES.find((picture) => picture.name === name)?.address;
