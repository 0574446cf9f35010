import { describe, expect, it } from 'vitest';
import { type Joined, TextJoin, type TextPiece } from './text-join.ts';

const ADDRESS = '0xBaD1c0De5A1F2b3C4d5E6f708192a3B4c5D6e7F8';

function joinedIn(...texts: string[]): Joined<TextPiece>[] {
  const join = new TextJoin<TextPiece>();
  return texts.flatMap((data) => join.follow({ data }));
}

describe('an address split over text nodes', () => {
  it('is found over two, with both ends', () => {
    const [joined] = joinedIn(`pay ${ADDRESS.slice(0, 10)}`, `${ADDRESS.slice(10)} now`);
    expect(joined).toMatchObject({ startOffset: 4, endOffset: 32, candidate: { content: ADDRESS.toLowerCase() } });
    expect(joined?.start.data).toContain('pay');
    expect(joined?.end.data).toContain('now');
  });

  it('is found over head, middle and tail, and over a lonely 0x', () => {
    expect(joinedIn(ADDRESS.slice(0, 8), ADDRESS.slice(8, 36), '', ADDRESS.slice(36))).toHaveLength(1);
    expect(joinedIn('0x', ADDRESS.slice(2))).toHaveLength(1);
  });

  it('is found in letters of another style, and with marks that show nothing', () => {
    const styled = ADDRESS.slice(10).replace(/[0-9]/g, (digit) => String.fromCodePoint(0x1d7f6 + Number(digit)));
    expect(joinedIn(`\u202d${ADDRESS.slice(0, 10)}\u{e0041}`, `${styled}\u202c`)).toHaveLength(1);
  });

  it.each(['Address', 'Address:', 'WalletAddressOnEthereum'])('is found right after the label %s', (label) => {
    const found = joinedIn(label, ADDRESS.slice(0, 8), ADDRESS.slice(8, 36), ADDRESS.slice(36));
    const [joined] = found;
    expect(found).toHaveLength(1);
    expect(joined).toMatchObject({ startOffset: 0, endOffset: 6, candidate: { content: ADDRESS.toLowerCase() } });
    expect(joined?.start.data).toBe(ADDRESS.slice(0, 8));
  });

  it('is found after other words of any length without a blank', () => {
    const words = Array.from({ length: 40 }, () => 'Wallet');
    expect(joinedIn(...words, ADDRESS.slice(0, 8), ADDRESS.slice(8))).toHaveLength(1);
    expect(joinedIn('a'.repeat(300), ADDRESS.slice(0, 8), ADDRESS.slice(8))).toHaveLength(1);
  });

  it('is found after a number, a hash or another address without a blank', () => {
    for (const before of ['12', `0x${'5c504ed4'.repeat(8)}`, `0x${'12'.repeat(20)}`])
      expect(joinedIn(before, ADDRESS.slice(0, 8), ADDRESS.slice(8, 36), ADDRESS.slice(36))).toHaveLength(1);
  });

  it('is found behind a label with which it has the shape of another family', () => {
    const address = 'thor1ad6hapypumu7su5ad9qry2d74yt9d56fssa774';
    const joined = joinedIn('Pay', address.slice(0, 6), address.slice(6));
    expect(joined.map(({ candidate }) => candidate.content)).toContain(address);
  });

  it('is found in groups of four', () => {
    expect(joinedIn('Address', ...ADDRESS.match(/.{1,4}/g)!)).toHaveLength(1);
  });

  it('is found over a line break in the source, as after a `br`', () => {
    const [joined] = joinedIn(ADDRESS.slice(0, 20), `\n    ${ADDRESS.slice(20)}\n`);
    expect(joined).toMatchObject({ startOffset: 0, endOffset: 27, candidate: { content: ADDRESS.toLowerCase() } });
  });

  it('ends where the address ends, and not with the word', () => {
    const [joined] = joinedIn(ADDRESS.slice(0, 10), `${ADDRESS.slice(10)}/tokens`);
    expect(joined).toMatchObject({ startOffset: 0, endOffset: 32 });
  });

  it('is found twice where it stands twice', () => {
    const halves = [ADDRESS.slice(0, 20), ADDRESS.slice(20)];
    expect(joinedIn(...halves, ' and ', ...halves)).toHaveLength(2);
  });

  it('does not join over words, over a space, or into a longer number', () => {
    expect(joinedIn(ADDRESS.slice(0, 10), 'hello', ADDRESS.slice(10))).toEqual([]);
    expect(joinedIn(ADDRESS.slice(0, 10), '\n  ', ADDRESS.slice(10))).toEqual([]);
    expect(joinedIn(ADDRESS.slice(0, 10), `${ADDRESS.slice(10)}ab`)).toEqual([]);
  });

  it('leaves a whole address to the reading of its own node', () => {
    expect(joinedIn(ADDRESS, 'ab')).toEqual([]);
  });

  it('is found behind its chain and where a colon is part of it', () => {
    const [joined] = joinedIn(`eth:${ADDRESS.slice(0, 10)}`, ADDRESS.slice(10));
    expect(joined).toMatchObject({ startOffset: 4, candidate: { content: ADDRESS.toLowerCase() } });
    expect(joinedIn('Ef+BVn', 'dbeTJeXWLnQtm5bDC2UVpc0vH2TF2ksZPAPwcO', 'DSkb')).toHaveLength(1);
    expect(joinedIn('0:83dfd5', '52e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a', '0f31a8')).toHaveLength(1);
  });
});
