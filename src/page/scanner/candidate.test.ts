import { describe, expect, it } from 'vitest';
import { type AttributeSource, attributeCandidates, candidatesIn } from './candidate.ts';

const ADDRESS = '0xBaD1c0De5A1F2b3C4d5E6f708192a3B4c5D6e7F8';
const OTHER = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

function elementWith(localName: string, attributes: Record<string, string>): AttributeSource {
  return { localName, matches: () => true, getAttribute: (name) => attributes[name] ?? null };
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

  it('leaves long data alone', () => {
    expect(contents(elementWith('div', { 'data-copy': `${' '.repeat(5000)}${ADDRESS}` }))).toEqual([]);
  });
});
