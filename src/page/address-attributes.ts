/** Attributes in which pages keep the whole address behind an icon, a short spelling or a styled one. */
export const ADDRESS_ATTRIBUTES = [
  'data-address',
  'data-clipboard-text',
  'data-copy',
  'data-highlight-target',
  'data-tooltip',
  'title',
  'aria-label',
  'alt',
] as const;

/** Selects the elements whose attributes or value may hold an address. */
export const ADDRESS_BEARERS = [
  'a[href]',
  'area[href]',
  'input',
  'textarea',
  ...ADDRESS_ATTRIBUTES.map((name) => `[${name}]`),
].join();
