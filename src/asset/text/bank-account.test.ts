import { expect, it } from 'vitest';
import { canonicalBankAccount } from './bank-account.ts';

it('a bank account is recognised with any spacing', () => {
  for (const written of ['DE89 3704 0044 0532 0130 00', 'de89370400440532013000'])
    expect(canonicalBankAccount(written)).toBe('DE89370400440532013000');
  expect(canonicalBankAccount('GB29 NWBK 6016 1331 9268 19')).toBe('GB29NWBK60161331926819');
});

it('a number with a typing error, or of another kind, is not a bank account', () => {
  for (const written of ['DE89 3704 0044 0532 0130 01', '+49 151 23456789', 'DE89', 'hello there'])
    expect(canonicalBankAccount(written)).toBeNull();
});
