import { beforeEach, describe, expect, test } from 'vitest';
import { SiteChoices } from './site-choices.ts';

let disk: Record<string, unknown>;
let memory: Record<string, unknown>;
beforeEach(() => {
  disk = {};
  memory = {};
});

/** A worker that starts now. */
const started = (isPrivate = false, key: 'mutedSites' | 'unmarkedSites' = 'mutedSites') =>
  new SiteChoices(key, {
    records: {
      read: async (...names) => names.map((name) => disk[name]),
      write: async (records) => void Object.assign(disk, records),
    },
    session: { get: async (key) => ({ [key]: memory[key] }), set: async (items) => void Object.assign(memory, items) },
    isPrivate: async () => isPrivate,
    now: Date.now,
  });

describe('a notice about a site', () => {
  test('that was closed does not come again before the browser is closed', async () => {
    await started().add('a.example', false, 1);
    expect(await started().has('a.example')).toBe(true);
    memory = {};
    expect(await started().has('a.example')).toBe(false);
  });

  test('that the person does not want again never comes, until they take that back', async () => {
    await started().add('a.example', true, 1);
    memory = {};
    expect(await started().has('a.example')).toBe(true);
    expect(await started().hosts()).toEqual(['a.example']);
    await started().remove('a.example');
    expect(await started().has('a.example')).toBe(false);
    expect(await started().hosts()).toEqual([]);
  });

  test('leaves nothing where it was muted in a private window, once the last of them is closed', async () => {
    await started().add('b.example', false, 1);
    await started(true).add('a.example', true, 2);
    expect(await started().has('a.example')).toBe(true);
    expect(disk).toEqual({});
    await started().forgetPrivate();
    expect(JSON.stringify(memory)).not.toContain('a.example');
    expect(await started().has('b.example')).toBe(true);
  });

  test('comes where what is stored is damaged', async () => {
    disk = { mutedSites: 7 };
    memory = { mutedSites: [null] };
    expect(await started().has('a.example')).toBe(false);
  });
});

test('a site that is chosen in two windows at once is there once', async () => {
  const sites = started();
  await Promise.all([sites.add('a.example', true, 1), sites.add('a.example', true, 2)]);
  expect(await started().hosts()).toEqual(['a.example']);
});

test('a site without a notice keeps its marks, and one without marks its notice', async () => {
  await started().add('a.example', true, 1);
  await started(false, 'unmarkedSites').add('b.example', true, 1);
  expect(await started(false, 'unmarkedSites').hosts()).toEqual(['b.example']);
  expect(await started().hosts()).toEqual(['a.example']);
});

test('the oldest of very many muted sites goes first', async () => {
  const sites = started();
  for (let index = 0; index <= 500; index += 1) await sites.add(`${index}.example`, true, 1);
  const list = await sites.hosts();
  expect(list).toHaveLength(500);
  expect(list[0]).toBe('500.example');
  expect(list).not.toContain('0.example');
});
