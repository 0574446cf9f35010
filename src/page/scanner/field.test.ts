import { describe, expect, it } from 'vitest';
import type { TextField } from '../text-field.ts';
import { fieldCandidates } from './field.ts';

const ADDRESS = '0xBaD1c0De5A1F2b3C4d5E6f708192a3B4c5D6e7F8';
const OTHER = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

function field(properties: Partial<TextField>): TextField {
  const plain = {
    localName: 'input',
    type: 'text',
    autocomplete: '',
    value: '',
    defaultValue: '',
    readOnly: false,
    disabled: false,
  };
  return { ...plain, ...properties } as TextField;
}
const contents = (properties: Partial<TextField>, writer: 'page' | 'person'): string[] =>
  fieldCandidates(field(properties), writer).map(({ content }) => content);

describe('addresses in fields', () => {
  it('reads what the page put there, not what the person is typing', () => {
    expect(contents({ value: ADDRESS, defaultValue: OTHER }, 'page')).toEqual([OTHER.toLowerCase()]);
    expect(contents({ value: ADDRESS, readOnly: true }, 'page')).toEqual([ADDRESS.toLowerCase()]);
  });

  it('reads the value once the person pasted or left', () => {
    expect(contents({ value: `${ADDRESS} ${ADDRESS}` }, 'person')).toEqual([ADDRESS.toLowerCase()]);
  });

  it('never reads a password, also not one that is shown, nor a code or a card number', () => {
    expect(contents({ type: 'password', value: ADDRESS }, 'person')).toEqual([]);
    for (const autocomplete of ['current-password', 'new-password', 'one-time-code', 'cc-number'] as const) {
      expect(contents({ autocomplete, value: ADDRESS }, 'person')).toEqual([]);
    }
    for (const type of ['email', 'number', 'hidden', 'file']) {
      expect(contents({ type, value: ADDRESS }, 'person')).toEqual([]);
    }
  });

  it('reads text areas, but not whole documents', () => {
    expect(contents({ localName: 'textarea', type: 'textarea', value: ADDRESS }, 'person')).toHaveLength(1);
    expect(contents({ localName: 'textarea', value: ADDRESS + ' '.repeat(30_000) }, 'person')).toEqual([]);
  });
});
