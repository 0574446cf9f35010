import { describe, expect, it } from 'vitest';
import { candidatesIn } from '../../asset/address/shape.ts';
import type { TextField } from '../document/readable.ts';
import { type AttributeSource, attributeCandidates, fieldCandidates } from './candidate.ts';

const ADDRESS = '0xBaD1c0De5A1F2b3C4d5E6f708192a3B4c5D6e7F8';
const OTHER = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

function elementWith(localName: string, attributes: Record<string, string>, otherData: string[] = []): AttributeSource {
  return { localName, getAttribute: (name) => attributes[name] ?? null, otherData };
}
const contents = (element: AttributeSource): string[] => attributeCandidates(element).map(({ content }) => content);

describe('candidates in text', () => {
  it('finds an address inside a sentence, in canonical form, where it stands', () => {
    const text = `Send to ${ADDRESS}, please`;
    const [candidate] = candidatesIn(text);
    expect(candidate).toMatchObject({ content: ADDRESS.toLowerCase(), index: 8, length: 42 });
  });

  it('finds a name that mixes Han and Latin letters, and the one that it would be at the end of a sentence', () => {
    expect(candidatesIn('转到我的vitalik.eth，谢谢')).toEqual([
      { content: '转到我的vitalik.eth', index: 0, length: 15, mayRunOn: true },
      { content: 'vitalik.eth', index: 4, length: 11 },
    ]);
    expect(candidatesIn('“我的vitalik.eth”').map(({ content }) => content)).toEqual(['我的vitalik.eth', 'vitalik.eth']);
  });

  it('takes no transaction hash for an address', () => {
    expect(candidatesIn(`0x${'ab'.repeat(32)}`)).toEqual([]);
  });

  it('takes nothing out of a longer word', () => {
    expect(candidatesIn(`x${ADDRESS}`)).toEqual([]);
  });
});

describe('candidates in attributes', () => {
  it('finds the address in a link to an explorer and in a payment link', () => {
    expect(contents(elementWith('a', { href: `https://explorer.example/address/${ADDRESS}#code` }))).toHaveLength(1);
    expect(contents(elementWith('a', { href: `ethereum:${ADDRESS}@1?value=5` }))).toEqual([ADDRESS.toLowerCase()]);
  });

  it('finds an address behind a percent escape that would touch it', () => {
    expect(contents(elementWith('a', { href: `/send?next=to%3D${ADDRESS}%26v` }))).toEqual([ADDRESS.toLowerCase()]);
  });

  it('reads a link with a broken percent escape as it is', () => {
    expect(contents(elementWith('a', { href: `/%E0%A4%A/${ADDRESS}` }))).toEqual([ADDRESS.toLowerCase()]);
  });

  it('reads no href of an element that is no link', () => {
    expect(contents(elementWith('link', { href: `https://x.example/${ADDRESS}` }))).toEqual([]);
  });

  it('finds what a copy button or a tooltip holds, and each address once', () => {
    const button = elementWith('button', {
      'data-clipboard-text': ADDRESS,
      title: `Copy ${ADDRESS}`,
      'aria-label': OTHER,
    });
    expect(contents(button)).toEqual([ADDRESS.toLowerCase(), OTHER.toLowerCase()]);
  });

  it('finds what a button copies by its script or value, and what a service of QR codes draws', () => {
    expect(contents(elementWith('span', { onclick: `copy('${ADDRESS}')` }))).toEqual([ADDRESS.toLowerCase()]);
    expect(contents(elementWith('clipboard-copy', { value: ADDRESS }))).toEqual([ADDRESS.toLowerCase()]);
    const src = `https://qr.example/create?size=9&data=ethereum%3A${ADDRESS}`;
    expect(contents(elementWith('img', { src }))).toEqual([ADDRESS.toLowerCase()]);
    expect(contents(elementWith('li', { value: ADDRESS }))).toEqual([]);
  });

  it('finds what a copy button holds under any name, if that is all it holds', () => {
    const data = { 'data-full': ` ${ADDRESS} `, 'data-props': `{"to":"${OTHER}"}` };
    expect(contents(elementWith('button', data, Object.keys(data)))).toEqual([ADDRESS.toLowerCase()]);
  });

  it('leaves long data alone', () => {
    expect(contents(elementWith('div', { 'data-copy': `${' '.repeat(5000)}${ADDRESS}` }))).toEqual([]);
  });
});

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
const fieldContents = (properties: Partial<TextField>, writer: 'page' | 'person'): string[] =>
  fieldCandidates(field(properties), writer).map(({ content }) => content);

describe('addresses in fields', () => {
  it('reads what the page put there, not what the person is typing', () => {
    expect(fieldContents({ value: ADDRESS, defaultValue: OTHER }, 'page')).toEqual([OTHER.toLowerCase()]);
    expect(fieldContents({ value: ADDRESS, readOnly: true }, 'page')).toEqual([ADDRESS.toLowerCase()]);
  });

  it('reads the value once the person pasted or left', () => {
    expect(fieldContents({ value: `${ADDRESS} ${ADDRESS}` }, 'person')).toEqual([ADDRESS.toLowerCase()]);
  });

  it('never reads a password, also not one that is shown, nor a code or a card number', () => {
    expect(fieldContents({ type: 'password', value: ADDRESS }, 'person')).toEqual([]);
    for (const autocomplete of ['current-password', 'new-password', 'one-time-code', 'cc-number'] as const) {
      expect(fieldContents({ autocomplete, value: ADDRESS }, 'person')).toEqual([]);
    }
    for (const type of ['email', 'number', 'hidden', 'file']) {
      expect(fieldContents({ type, value: ADDRESS }, 'person')).toEqual([]);
    }
  });

  it('reads text areas, but not whole documents', () => {
    expect(fieldContents({ localName: 'textarea', type: 'textarea', value: ADDRESS }, 'person')).toHaveLength(1);
    expect(fieldContents({ localName: 'textarea', value: ADDRESS + ' '.repeat(30_000) }, 'person')).toEqual([]);
  });
});
