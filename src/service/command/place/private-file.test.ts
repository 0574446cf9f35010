import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { controlEndpoint } from '../serve/control.ts';
import { readPrivateJson, writePrivateJson } from './private-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wary-private-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a private file is readable by its owner only and replaced atomically', async () => {
  const path = join(folder, 'control.json');
  const endpoint = { url: 'http://127.0.0.1:1', token: 't' };
  await writePrivateJson(path, { other: true });
  await writePrivateJson(path, endpoint);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readPrivateJson(path, controlEndpoint)).toEqual(endpoint);
  expect(await readdir(folder)).toEqual(['control.json']);
});

it('a damaged, foreign or missing private file is read as null', async () => {
  for (const content of ['{"url": 1', '{"url": 1}', '', 'null']) {
    await writeFile(join(folder, 'damaged.json'), content);
    expect(await readPrivateJson(join(folder, 'damaged.json'), controlEndpoint)).toBeNull();
  }
  expect(await readPrivateJson(join(folder, 'missing.json'), controlEndpoint)).toBeNull();
});
