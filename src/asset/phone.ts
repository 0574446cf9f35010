/**
 * A telephone number with its country code in the form of ITU-T E.164: `+` and 7 to 15 digits. Spaces, dots, hyphens and brackets
 * between digits are punctuation.
 * @returns null for what is no such number
 */
export function canonicalPhone(text: string): string | null {
  if (!/^\+[\d ().\u00a0-]{7,30}$/.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  return digits.length >= 7 && digits.length <= 15 && !digits.startsWith('0') ? `+${digits}` : null;
}
