import { expect, test } from 'vitest';
import { EarlyArea } from './early-area.ts';

/** A storage area that counts how often it is asked. */
function areaOf(items: Record<string, unknown>) {
  const asked: string[][] = [];
  return {
    asked,
    get: async (keys: string | string[]) => {
      const names = [keys].flat();
      asked.push(names);
      return Object.fromEntries(names.flatMap((name) => (name in items ? [[name, items[name]]] : [])));
    },
    set: async (changes: Record<string, unknown>) => void Object.assign(items, changes),
  };
}

test('what was asked for at once is there without asking again, the first time only', async () => {
  const area = areaOf({ settings: 1, visited: 2 });
  const early = new EarlyArea(area, ['settings', 'visited']);
  expect([await early.get('settings'), await early.get('visited')]).toEqual([{ settings: 1 }, { visited: 2 }]);
  expect(area.asked).toEqual([['settings', 'visited']]);
  await area.set({ settings: 3 });
  expect(await early.get('settings')).toEqual({ settings: 3 });
});

test('what was written since is never read as it was before', async () => {
  const early = new EarlyArea(areaOf({ visited: 'before' }), ['visited']);
  await early.set({ visited: 'since' });
  expect(await early.get('visited')).toEqual({ visited: 'since' });
});

test('other records are asked for as ever, and one that is not there has no value', async () => {
  const early = new EarlyArea(areaOf({ findings: 5 }), ['visited']);
  expect(await early.get('findings')).toEqual({ findings: 5 });
  expect((await early.get('visited')).visited).toBeUndefined();
});

test('a browser that cannot read says so to whoever asks, and is asked again', async () => {
  let broken = true;
  const area = {
    get: async () => {
      if (broken) throw new Error('The disk is gone');
      return { visited: 1 };
    },
    set: async () => undefined,
  };
  const early = new EarlyArea(area, ['visited']);
  await expect(early.get('visited')).rejects.toThrow('The disk is gone');
  broken = false;
  expect(await early.get('visited')).toEqual({ visited: 1 });
});
