/** Country, check digits, account (ISO 13616-1): 15 to 34 characters, usually written in groups of four. */
const SHAPE = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/;

/**
 * An International Bank Account Number in upper case without spaces.
 * @returns null for other texts and for wrong check digits (ISO/IEC 7064, MOD 97-10)
 */
export function canonicalBankAccount(text: string): string | null {
  const account = text.replace(/[ \u00a0\u2009\u202f-]/g, '').toUpperCase();
  if (!SHAPE.test(account)) return null;
  let remainder = 0;
  for (const character of account.slice(4) + account.slice(0, 4))
    for (const digit of Number.parseInt(character, 36).toString()) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder === 1 ? account : null;
}
