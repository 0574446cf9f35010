/** A positive whole number of an address or a form, or null: numbers of the database stay exact in JavaScript. */
export const numberIn = (text: string | null | undefined): number | null =>
  text != null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
