import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { publicKeyOf, verifyArtifact } from '../../blocklist/codec/artifact.ts';
import { runCommand } from '../command/run.ts';
import type { CommandContext } from '../command-line/command.ts';
import type { OpenDatabase } from '../database/connection.ts';
import { openTestDatabase } from '../database/database.fixture.ts';
import { listFiles, signingKeys } from '../database/schema/list.ts';
import { decide } from '../feature/listing/decision.ts';
import { until } from '../jobs/until.fixture.ts';
import { Publisher } from './publisher.ts';
import { listKeys, readKeyFile, type SignedFile, validPublicKeys } from './signing.ts';

let opened: OpenDatabase;
let publishers: Publisher[];
let errors: unknown[];

beforeAll(async () => {
  opened = await openTestDatabase();
}, 60_000);
beforeEach(() => {
  publishers = [];
  errors = [];
});
afterEach(async () => {
  await Promise.all(publishers.map((publisher) => publisher.stop()));
  await opened.database.execute(sql`truncate signing_keys, list_files, list_edits, listed_expressions, assets cascade`);
});
afterAll(() => opened.close());

async function publishing(fileKey: string | null = null): Promise<Publisher> {
  const timing = { debounceMs: 1, maxDelayMs: 5, pollIntervalMs: 10 };
  const onError = (error: unknown) => errors.push(error);
  const publisher = new Publisher({ database: opened.database, fileKey, timing, onError });
  publishers.push(publisher);
  await publisher.start();
  return publisher;
}

/** Runs a command of the service on this database. @returns its output and its errors */
async function command(...words: string[]) {
  const printed: string[] = [];
  const context: CommandContext = {
    database: opened.database,
    publisher: {
      notify: () => {
        for (const publisher of publishers) publisher.notify();
      },
      holdWhile: (work) => work(),
    },
    terminal: {
      folder: '/',
      print: (line) => void printed.push(line),
      progress: { isTTY: false, write: (text) => void printed.push(text) },
    },
  };
  return { code: await runCommand(words, context), printed: printed.join('\n') };
}
async function block(content: string) {
  await decide(opened.database, {
    asset: { type: 'URL', content },
    status: 'BLOCKED',
    decidedBy: 'OPERATOR',
    source: 'test',
    reason: null,
  });
}
const states = async () =>
  Object.fromEntries((await listKeys(opened.database)).map((key) => [key.publicKey, key.state]));
const signs = (publicKey: string, kind: 'snapshot' | 'recent', file: SignedFile) =>
  verifyArtifact([publicKey], file.signature, { ...file, kind });
const signsBoth = (publicKey: string, { list }: Publisher) =>
  signs(publicKey, 'snapshot', list.snapshot) && signs(publicKey, 'recent', list.recent);

describe('the key that signs the list', () => {
  test('is made at the first start, survives a restart, and signs both files', async () => {
    const publisher = await publishing();
    const [publicKey, ...more] = await validPublicKeys(opened.database);
    expect(more).toEqual([]);
    expect(signsBoth(publicKey!, publisher)).toBe(true);
    expect(signs(publicKey!, 'recent', publisher.list.snapshot)).toBe(false);
    const next = await publishing();
    expect(await validPublicKeys(opened.database)).toEqual([publicKey]);
    expect(next.list).toEqual(publisher.list);
  });

  test('signs later publications with growing versions', async () => {
    const publisher = await publishing();
    const [publicKey] = await validPublicKeys(opened.database);
    const first = publisher.list;
    await block('scam.example');
    publisher.notify();
    await until(() => publisher.list.recent.count === 1);
    expect(publisher.list.recent.version).toBeGreaterThan(first.recent.version);
    expect(signsBoth(publicKey!, publisher)).toBe(true);
  });

  test('signs growing versions even if the clock goes back', async () => {
    const publisher = await publishing();
    const { token } = publisher.list.recent;
    const ahead = Date.now() + 1e12;
    await opened.database.update(listFiles).set({ version: ahead }).where(eq(listFiles.token, token));
    await block('scam.example');
    publisher.notify();
    await until(() => publisher.list.recent.token !== token);
    expect(publisher.list.recent.version).toBe(ahead + 1);
  });

  test('may be in a file, and is then not stored', async () => {
    const secret = '11'.repeat(32);
    const publisher = await publishing(secret);
    expect(signsBoth(publicKeyOf(secret), publisher)).toBe(true);
    expect(await opened.database.select().from(signingKeys)).toMatchObject([{ secretKey: null }]);
    await expect(publishing()).rejects.toThrow(/--signing-key-file/);
    const other = await publishing('22'.repeat(32));
    expect(signsBoth(publicKeyOf('22'.repeat(32)), other)).toBe(true);
    await until(() => errors.length > 0);
    expect(String(errors[0])).toMatch(/signed by a key that lies in a file/);
  });
});

describe('the command list-key', () => {
  test('shows the public key, also before the first start, and never the secret key', async () => {
    const { code, printed } = await command('list-key');
    expect([code, printed]).toEqual([0, expect.stringMatching(/^[0-9a-f]{64} {2}signing {2}\d{4}-.*Z$/)]);
    const [row] = await opened.database.select().from(signingKeys);
    expect(printed).toContain(row!.publicKey);
    expect(printed).not.toContain(row!.secretKey);
    expect(signsBoth(row!.publicKey, await publishing())).toBe(true);
  });

  test('rotates in steps: a waiting key, which then signs in every process, then the old one ends', async () => {
    const [publisher, other] = [await publishing(), await publishing()];
    const [old] = await validPublicKeys(opened.database);
    expect((await command('list-key', 'rotate')).printed).toMatch(/No key waits/);
    expect((await command('list-key', 'add')).code).toBe(0);
    const fresh = (await validPublicKeys(opened.database)).find((key) => key !== old)!;
    expect(await states()).toEqual({ [old!]: 'signing', [fresh]: 'waiting' });
    expect(signsBoth(old!, publisher)).toBe(true);

    const before = publisher.list.snapshot;
    expect((await command('list-key', 'rotate')).printed).toContain(fresh);
    await until(() => signsBoth(fresh, publisher) && signsBoth(fresh, other));
    expect(publisher.list.snapshot).toMatchObject({ token: before.token, version: before.version });
    expect(await states()).toEqual({ [old!]: 'former', [fresh]: 'signing' });

    expect((await command('list-key', 'retire', fresh)).printed).toMatch(/signs the list: rotate first/);
    expect((await command('list-key', 'retire', old!)).code).toBe(0);
    expect(await validPublicKeys(opened.database)).toEqual([fresh]);
    const rows = await opened.database.select().from(signingKeys).where(eq(signingKeys.publicKey, old!));
    expect(rows[0]?.secretKey).toBeNull();
    expect((await command('list-key', 'retire', old!)).printed).toMatch(/retired already/);
    expect((await command('list-key', 'retire', 'ab')).printed).toMatch(/no key ab/);
  });

  test('rotates at once where a key was stolen', async () => {
    const publisher = await publishing();
    const [old] = await validPublicKeys(opened.database);
    expect((await command('list-key', 'rotate', '--now')).code).toBe(0);
    const fresh = Object.entries(await states()).find(([, state]) => state === 'signing')?.[0];
    expect(fresh).not.toBe(old);
    await until(() => signsBoth(fresh!, publisher));
  });

  test('replaces a key in a file', async () => {
    await publishing('11'.repeat(32));
    expect((await command('list-key', 'rotate', '--now')).code).toBe(0);
    expect(signsBoth(publicKeyOf('11'.repeat(32)), await publishing())).toBe(false);
  });

  test('refuses invalid steps, and changes nothing', async () => {
    for (const [words, message] of [
      [['turn'], /unknown command 'turn'/],
      [['retire'], /missing required argument 'key'/],
      [['add', '--now'], /unknown option '--now'/],
      [['add', 'more'], /too many arguments for 'add'/],
    ] as const)
      expect(await command('list-key', ...words)).toEqual({ code: 1, printed: expect.stringMatching(message) });
    expect(await states()).toEqual({});
  });
});

describe('a signing key file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wary-key-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const file = async (content: string) => {
    await writeFile(join(folder, 'key'), content);
    return join(folder, 'key');
  };

  test('is hex, or PEM as openssl writes it', async () => {
    expect(await readKeyFile(await file(`${'Ab'.repeat(32)}\n`))).toBe('ab'.repeat(32));
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const d = Buffer.from(privateKey.export({ format: 'jwk' }).d!, 'base64url').toString('hex');
    expect(await readKeyFile(await file(pem))).toBe(d);
  });

  test('with anything else is refused, without printing its content', async () => {
    const other = generateKeyPairSync('x25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    for (const content of ['', 'cafe'.repeat(15), '-----BEGIN PRIVATE KEY-----\nnone\n', other])
      await expect(readKeyFile(await file(content))).rejects.toThrow(/holds no Ed25519 key: make one with "openssl/);
    await expect(readKeyFile(join(folder, 'none'))).rejects.toThrow(/cannot be read \(ENOENT\)/);
  });
});
