import { describe, expect, it } from 'vitest';
import { packPrefixes, unpackPrefixes } from '../database/schema/list.ts';
import { applyEdits, foldedSnapshot } from './publication.ts';

const list = (...prefixes: number[]) => Uint32Array.from(prefixes);
const edit = (added: number[], removed: number[] = []) => ({ added: list(...added), removed: list(...removed) });

describe('edits of a list', () => {
  const state = { snapshot: list(10, 20, 30), recent: list(15) };

  it('add only new prefixes', () => {
    expect(applyEdits(state, [edit([20, 15, 5, 0xffff_ffff])])).toEqual({
      removed: new Set(),
      recent: list(5, 15, 0xffff_ffff),
    });
  });

  it('remove only existing prefixes', () => {
    expect(applyEdits(state, [edit([], [15, 20, 99])])).toEqual({ removed: new Set([20]), recent: list() });
  });

  it('apply in order', () => {
    expect(applyEdits(state, [edit([], [20]), edit([20])])).toEqual({ removed: new Set(), recent: list(15) });
    expect(applyEdits(state, [edit([7]), edit([], [7])])).toEqual({ removed: new Set(), recent: list(15) });
  });

  it('keep a prefix that one edit removes and adds', () => {
    expect(applyEdits(state, [edit([20], [20])])).toEqual({ removed: new Set(), recent: list(15) });
  });
});

describe('a folded snapshot', () => {
  it('is sorted and has exactly the listed prefixes', () => {
    const random = (n: number) => list(...new Set(Array.from({ length: n }, () => Math.floor(Math.random() * 5_000))));
    for (let round = 0; round < 50; round += 1) {
      const snapshot = random(200).sort();
      const edits = [edit([...random(80)], [...random(80)]), edit([...random(80)], [...random(80)])];
      const expected = new Set(snapshot);
      for (const { added, removed } of edits) {
        for (const prefix of removed) expected.delete(prefix);
        for (const prefix of added) expected.add(prefix);
      }
      const folded = foldedSnapshot(snapshot, applyEdits({ snapshot, recent: list() }, edits));
      expect(folded).toEqual(Uint32Array.from(expected).sort());
    }
  });

  it('can be empty', () => {
    expect(foldedSnapshot(list(1), { removed: new Set([1]), recent: list() })).toEqual(list());
  });
});

it('packing and unpacking prefixes is lossless', () => {
  expect(unpackPrefixes(packPrefixes([0, 1, 0xdead_beef, 0xffff_ffff]))).toEqual(list(0, 1, 0xdead_beef, 0xffff_ffff));
  expect(unpackPrefixes(Buffer.from('00000001deadbeef', 'hex'))).toEqual(list(1, 0xdead_beef));
});
