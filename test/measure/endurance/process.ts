import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { controlEndpoint } from '../../../src/service/command/serve/control.ts';
import { commandOf } from '../../service-command.ts';

const SOURCES = new URL('../../../src/service/main.ts', import.meta.url).pathname;
const MAX_START_MS = 120_000;

const readyFile = z.object({
  url: z.string(),
  keys: z.object({ user: z.optional(z.string()) }),
  control: controlEndpoint,
});

export type Place = {
  /** For its ready file, and for its data where it has no server. */
  readonly folder: string;
  readonly databaseUrl: string | null;
  readonly name: string;
  /** A built service; its sources where it is absent. */
  readonly program?: string;
};

/** A service as an operator runs it: a process of its own, on a folder or a PostgreSQL server. */
export class ServiceProcess {
  readonly url: string;
  /** The demo's key that may do everything. */
  readonly key: string;
  readonly #child: ChildProcess;
  readonly #control: z.infer<typeof controlEndpoint>;

  private constructor(child: ChildProcess, ready: z.infer<typeof readyFile>, key: string) {
    this.#child = child;
    this.url = ready.url;
    this.key = key;
    this.#control = ready.control;
  }

  /**
   * @param key the key of the demo where an earlier process of the same data told it; else the process tells its own
   */
  static async start(place: Place, key: string | null = null, words: readonly string[] = []): Promise<ServiceProcess> {
    const ready = join(place.folder, `${place.name}.json`);
    await rm(ready, { force: true });
    const data =
      place.databaseUrl === null ? ['--data', join(place.folder, 'data')] : ['--database-url', place.databaseUrl];
    const rates = ['rate-limit', 'key-rate-limit', 'address-quota', 'key-quota'].flatMap((name) => [
      `--${name}`,
      '1000000',
    ]);
    const demo = key === null ? ['--demo'] : [];
    const all = [
      'serve',
      '--port',
      '0',
      '--ready-file',
      ready,
      '--allow-private-addresses',
      ...demo,
      ...data,
      ...rates,
    ];
    // Into a file: a pipe to a process that is busy with its load would hold the service up.
    const logFile = join(place.folder, `${place.name}.log`);
    const log = await open(logFile, 'w');
    const child = spawn(process.execPath, [place.program ?? SOURCES, ...all, ...words], {
      stdio: ['ignore', 'ignore', log.fd],
    });
    await log.close();
    const end = performance.now() + MAX_START_MS;
    for (;;) {
      const text = await readFile(ready, 'utf8').catch(() => null);
      if (text !== null) {
        const told = readyFile.parse(JSON.parse(text));
        const known = key ?? told.keys.user;
        if (known === undefined) throw new Error('The service told no key');
        return new ServiceProcess(child, told, known);
      }
      if (child.exitCode !== null || child.signalCode !== null || performance.now() > end) {
        child.kill('SIGKILL');
        throw new Error(`The service did not start: ${(await readFile(logFile, 'utf8')).slice(-2_000)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  get endpoint() {
    return { baseUrl: this.url, apiKey: this.key };
  }

  /** Has the process carry out a command. @throws Error when it ends before, or refuses */
  command(...words: readonly string[]): Promise<string> {
    return commandOf(this.#control, words);
  }

  /** Ends it without any warning. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill(signal);
    await gone;
  }
}
