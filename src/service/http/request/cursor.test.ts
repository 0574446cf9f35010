import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { CursorCipher, type CursorUse } from './cursor.ts';

const cursors = new CursorCipher(new Uint8Array(32).fill(7));
const position = z.tuple([z.string(), z.int()]);
const use = (over: Partial<CursorUse<[string, number]>> = {}): CursorUse<[string, number]> => ({
  operation: 'things',
  filter: { type: 'URL', status: 'BLOCKED' },
  field: 'next_page',
  position,
  ...over,
});
const list = cursors.for(use());

describe('a cursor', () => {
  it('returns its position', () => {
    expect(list.read(list.write(['2026-01-01T00:00:00.000Z', 5]))).toEqual(['2026-01-01T00:00:00.000Z', 5]);
    expect(list.read(undefined)).toBeNull();
  });

  it('does not reveal its position', () => {
    const token = list.write(['2026-01-01T00:00:00.000Z', 5]);
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('2026');
    expect(list.write(['2026-01-01T00:00:00.000Z', 5])).not.toBe(token);
    expect(token).toMatch(/^[\w-]+$/);
  });

  it('is refused when a single bit of it is changed', () => {
    const bytes = Buffer.from(list.write(['a', 1]), 'base64url');
    for (let bit = 0; bit < bytes.byteLength * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => list.read(changed.toString('base64url'))).toThrow('Invalid input data');
    }
  });

  it.each(['', 'x', '=', 'AAAA', '50', 'ü', ' ', 'a'.repeat(10_000), '{"offset":20}'])('is not %s', (token) => {
    expect(() => list.read(token)).toThrow('Invalid input data');
  });

  it('is refused with padding or other bytes that decode to the same', () => {
    const token = list.write(['a', 1]);
    for (const other of [`${token}=`, `${token}!`, ` ${token}`]) expect(() => list.read(other)).toThrow();
  });

  it('is valid only for its operation, filters and database', () => {
    const token = list.write(['a', 1]);
    expect(cursors.for(use({ filter: { status: 'BLOCKED', type: 'URL' } })).read(token)).toEqual(['a', 1]);
    for (const other of [use({ operation: 'others' }), use({ filter: { type: 'PAGE', status: 'BLOCKED' } })])
      expect(() => cursors.for(other).read(token)).toThrow('Invalid input data');
    expect(() => new CursorCipher(new Uint8Array(32)).for(use()).read(token)).toThrow('Invalid input data');
  });

  it('is named by its field in a refusal', () => {
    try {
      cursors.for(use({ field: 'cursor' })).read('x');
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ issues: [{ code: 'cursor', path: 'cursor' }] });
    }
  });
});

describe('a page', () => {
  /** Reads from so many rows. */
  const cut = (count: number, size: number, length = 0) =>
    list.page(
      null,
      size,
      async (after, most) =>
        Array.from({ length: count }, (_, index) => ({ index, text: 'ä'.repeat(length) })).slice(
          after === null ? 0 : after[1] + 1,
          (after === null ? 0 : after[1] + 1) + most,
        ),
      ({ index }) => ['x', index],
    );
  const indexes = async (page: ReturnType<typeof cut>) => (await page).rows.map(({ index }) => index);

  it('has a next page only if there are more rows than it has', async () => {
    expect(await cut(0, 3)).toEqual({ rows: [], next: undefined });
    expect((await cut(3, 3)).next).toBeUndefined();
    expect(await indexes(cut(4, 3))).toEqual([0, 1, 2]);
    expect(list.read((await cut(4, 3)).next)).toEqual(['x', 2]);
  });

  it('is read in batches, each row once', async () => {
    expect(await indexes(cut(5_000, 1_001))).toEqual(Array.from({ length: 1_001 }, (_, index) => index));
    expect((await cut(1_001, 1_001)).next).toBeUndefined();
  });

  it('ends early where its rows are long, and says where to go on', async () => {
    const { rows, next } = await cut(5_000, 5_000, 4_096);
    expect(rows.length).toBeLessThan(2_000);
    expect(list.read(next)).toEqual(['x', rows.length - 1]);
  });
});
