import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControlEndpoint } from '../../../src/service/command/serve/control.ts';
import { commandOf } from '../../service-command.ts';

export const SERVICE_HOST = 'service.wary.test';
export const PORTAL_HOST = 'portal.wary.test';

type Ready = {
  url: string;
  portalUrl: string;
  keys: Record<'protect' | 'report' | 'organization' | 'user' | 'publishable', string>;
  control: ControlEndpoint;
};

/**
 * A real service in a separate process, with the demo organization and list; its data is in a folder, so that it
 * survives a restart.
 */
export class Service {
  readonly folder = mkdtempSync(join(tmpdir(), 'wary-service-'));
  readonly #arguments: readonly string[];
  #process: ChildProcess | undefined;
  #ready: Ready | undefined;
  #port = 0;

  /** @param more further arguments of `serve`, for example `--poll-seconds 2` */
  constructor(more: readonly string[] = []) {
    this.#arguments = more;
  }

  get port(): number {
    return this.#port;
  }
  get keys(): Ready['keys'] {
    return this.#ready!.keys;
  }
  get #data(): string {
    return join(this.folder, 'data');
  }
  get readyFile(): string {
    return join(this.folder, 'ready.json');
  }

  /** Starts it; a restart uses the same port. */
  async start(): Promise<void> {
    rmSync(this.readyFile, { force: true });
    const made = process.env.WARY_SERVICE_DATA;
    if (made && !existsSync(this.#data)) cpSync(made, this.#data, { recursive: true });
    const child = spawn(
      process.execPath,
      [
        process.env.WARY_SERVICE_MAIN ?? 'src/service/main.ts',
        'serve',
        '--demo',
        '--data',
        this.#data,
        '--port',
        String(this.#port),
        '--ready-file',
        this.readyFile,
        '--public-url',
        `http://${SERVICE_HOST}`,
        '--portal-url',
        `http://${PORTAL_HOST}`,
        ...this.#arguments,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.#process = child;
    const log: string[] = [];
    child.stdout?.on('data', (chunk) => log.push(String(chunk)));
    child.stderr?.on('data', (chunk) => log.push(String(chunk)));
    const ended = once(child, 'exit').then(() => {
      throw new Error(`The service ended early:\n${log.join('')}`);
    });
    ended.catch(() => {});
    await Promise.race([ended, this.#untilReady(() => log.join(''))]);
  }

  /** Ends it as an operator would (SIGTERM), or at once (SIGKILL). */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  /** Copies its data while it is stopped. */
  keepData(folder: string): void {
    cpSync(this.#data, folder, { recursive: true });
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs a command of the command line on this running service. @returns its output */
  command(...words: string[]): Promise<string> {
    return commandOf(this.#ready!.control, words);
  }

  /** Its output arrives separately from its file, and may come later. */
  async #untilReady(printed: () => string): Promise<void> {
    for (let attempt = 0; attempt < 2_400; attempt += 1) {
      const port = /listening on http:\/\/127\.0\.0\.1:(\d+)$/m.exec(printed())?.[1];
      if (port && existsSync(this.readyFile)) {
        this.#port = Number(port);
        this.#ready = JSON.parse(readFileSync(this.readyFile, 'utf8')) as Ready;
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('The service did not become ready within two minutes');
  }
}
