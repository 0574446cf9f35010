import { expect, test } from 'vitest';
import { checkReporting, maySend } from './reporting-rule.ts';

const check = (reports: boolean, reportContact: 'off' | 'optional' | 'required', contact: string) => () =>
  checkReporting({ reports, reportContact }, contact);

test('contact details are left out, may or must be there, as the organization says', () => {
  for (const contact of ['', 'me@acme.com']) expect(check(true, 'optional', contact)).not.toThrow();
  expect(check(true, 'off', '')).not.toThrow();
  expect(check(true, 'off', 'me@acme.com')).toThrow('contactOff');
  expect(check(true, 'required', ' ')).toThrow('contactMissing');
  expect(check(true, 'required', 'me@acme.com')).not.toThrow();
});

test('nothing is sent where the organization has switched reports off', () => {
  expect(check(false, 'optional', '')).toThrow('reportsOff');
});

test('a waiting report is sent without contact details if they are off, and unchanged if they became required', () => {
  expect(maySend({ reports: true, reportContact: 'off' })).toEqual({ reports: true, contact: false });
  for (const reportContact of ['optional', 'required'] as const)
    expect(maySend({ reports: false, reportContact })).toEqual({ reports: false, contact: true });
});
