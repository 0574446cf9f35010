import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { freePort } from '../fixtures/local-server.ts';

const run = promisify(execFile);

/** How the programs of PostgreSQL are run: they refuse to be run by root. */
type Identity = { readonly uid?: number; readonly gid?: number };

async function identity(): Promise<Identity> {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL cannot be run by root, and there is no user postgres or nobody');
}

/** A PostgreSQL server of our own, in a folder that is gone afterwards. Only this machine reaches it, with a password. */
export class PostgresServer {
  readonly programs: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #password: string;
  readonly #child: ChildProcess;
  #databases = 0;

  private constructor(programs: string, folder: string, port: number, password: string, child: ChildProcess) {
    this.programs = programs;
    this.#folder = folder;
    this.#port = port;
    this.#password = password;
    this.#child = child;
  }

  /** @param programs the folder that `postgresPrograms` finds */
  static async start(programs: string): Promise<PostgresServer> {
    const who = await identity();
    const folder = await mkdtemp(join(tmpdir(), 'wary-postgres-'));
    if (who.uid !== undefined) await chown(folder, who.uid, who.gid ?? who.uid);
    const password = randomBytes(16).toString('hex');
    const passwordFile = join(folder, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (who.uid !== undefined) await chown(passwordFile, who.uid, who.gid ?? who.uid);
    const data = join(folder, 'data');
    const words = [
      '-D',
      data,
      '-U',
      'wary',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--no-sync',
    ];
    await run(join(programs, 'initdb'), [...words, '--locale=C.UTF-8'], { ...who, cwd: folder });
    const port = await freePort();
    const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings(port)], {
      ...who,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    const server = new PostgresServer(programs, folder, port, password, child);
    await server.#answering();
    return server;
  }

  /** The address of one of its databases. */
  url(database: string): string {
    return `postgres://wary:${this.#password}@127.0.0.1:${this.#port}/${database}`;
  }

  /** Makes an empty database. @returns its address */
  async createDatabase(): Promise<string> {
    this.#databases += 1;
    return createDatabase(this.url('postgres'), `base_${this.#databases}`);
  }

  /** Runs one of PostgreSQL's programs, for example `pg_dump`. */
  async run(program: string, ...words: readonly string[]): Promise<string> {
    const { stdout } = await run(join(this.programs, program), [...words], { maxBuffer: 1 << 28 });
    return stdout;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null) {
      const gone = once(this.#child, 'exit');
      // Immediate: nothing of it is kept.
      this.#child.kill('SIGQUIT');
      await gone;
    }
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #answering(): Promise<void> {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      if (this.#child.exitCode !== null) throw new Error(`PostgreSQL ended with code ${this.#child.exitCode}`);
      const client = postgres(this.url('postgres'), { max: 1, onnotice: () => {} });
      try {
        await client`select 1`;
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 100));
      } finally {
        await client.end({ timeout: 0 });
      }
    }
    throw new Error('PostgreSQL does not answer');
  }
}

/** Durability is not what these tests are about, and a test machine is slow at it. */
const settings = (port: number): string[] =>
  [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=300',
    'fsync=off',
    'full_page_writes=off',
    'shared_buffers=128MB',
    'max_wal_size=2GB',
  ].flatMap((setting) => ['-c', setting]);

/** Makes an empty database on a server. @returns its address */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = postgres(serverUrl, { max: 1, onnotice: () => {} });
  try {
    await client.unsafe(`create database "${name}" template template0 encoding 'UTF8'`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
