import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../../../src/development/install/chromium.ts';

type Reply = { id?: number; result?: Record<string, unknown>; error?: { message: string } };
type Event = { method?: string; sessionId?: string; params?: Record<string, unknown> };

type Waiting = {
  readonly sessionId: string | undefined;
  readonly resolve: (result: Record<string, unknown>) => void;
  readonly reject: (message: string) => void;
};

type StartOptions = { display?: string; page?: string | null };

/**
 * A Chromium driven over its own DevTools socket, attached only to the tabs that the measure opens. A test framework
 * also attaches to the extension's worker, which keeps it alive and slows its start: nothing about a cold worker could
 * be measured beside it.
 */
export class BareChromium {
  /** The folder of its profile, which goes when it is stopped. */
  readonly profile = mkdtempSync(join(tmpdir(), 'wary-bench-'));
  /** Calls without an answer yet, by number. */
  readonly #waiting = new Map<number, Waiting>();
  #process: ChildProcess | undefined;
  /** Resolves when the process has ended, also if it ended before anybody waits for that. */
  #exited: Promise<unknown> = Promise.resolve();
  #socket: WebSocket | undefined;
  readonly #listeners = new Map<string, (params: Record<string, unknown>) => void>();
  #lastId = 0;

  /**
   * @param args further arguments, for example `--load-extension=…`
   * @param display the X display to open a window on; without one nothing is seen
   */
  async start(args: readonly string[], { display, page = 'about:blank' }: StartOptions = {}) {
    rmSync(join(this.profile, 'DevToolsActivePort'), { force: true });
    this.#process = spawn(
      findChromium() ?? 'chromium',
      [
        `--user-data-dir=${this.profile}`,
        ...(display === undefined ? ['--headless=new'] : []),
        '--disable-background-networking',
        '--no-sandbox',
        '--remote-debugging-port=0',
        '--no-first-run',
        '--disable-component-update',
        '--disable-sync',
        ...args,
        ...(page === null ? [] : [page]),
      ],
      { stdio: 'ignore', env: { ...process.env, ...(display === undefined ? {} : { DISPLAY: display }) } },
    );
    this.#exited = once(this.#process, 'exit');
    const socket = new WebSocket(await this.#debuggingAddress());
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#onMessage(JSON.parse(String(data)) as Reply & Event));
    socket.addEventListener('close', () => this.#refuse('the browser has ended', () => true));
    await opened(socket);
  }

  #onMessage({ id, method, sessionId, params, result, error }: Reply & Event): void {
    // Nothing answers what was asked of a tab that is gone (Chromium 156).
    if (method === 'Target.detachedFromTarget')
      this.#refuse('its tab is gone', (waiting) => waiting.sessionId === params?.sessionId);
    if (method) this.#listeners.get(`${sessionId} ${method}`)?.(params ?? {});
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id!);
    if (error) waiting.reject(error.message);
    else waiting.resolve(result ?? {});
  }

  #refuse(message: string, goes: (waiting: Waiting) => boolean): void {
    for (const [id, waiting] of this.#waiting) {
      if (!goes(waiting)) continue;
      this.#waiting.delete(id);
      waiting.reject(message);
    }
  }

  /** Ends it as a person does, who finds the tabs again at the next start on the same profile. */
  async close(): Promise<void> {
    if (!this.#process) return;
    // It may end before it answers, and may have ended by itself.
    await this.send('Browser.close').catch(() => undefined);
    await this.#exited;
    this.#socket?.close();
  }

  async stop(): Promise<void> {
    this.#socket?.close();
    this.#process?.kill();
    await this.#exited;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Processes of this browser that hold pages or workers of an extension, by number. Linux only: reads `/proc`. */
  get extensionProcesses(): number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--extension-process') && this.#isOwn(pid);
        } catch (error) {
          // It ended in the meantime.
          if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
          throw error;
        }
      });
  }

  #isOwn(pid: number): boolean {
    if (pid === this.#process?.pid) return true;
    if (pid <= 1) return false;
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return this.#isOwn(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }

  /**
   * Opens a tab, attaches to it alone and waits until it has loaded.
   * @param newWindow whether it is seen beside others, in a window of its own
   * @throws Error where it does not load within 10 s
   */
  async tab(url: string, newWindow = false): Promise<BareTab> {
    const { targetId } = await this.send('Target.createTarget', { url, newWindow });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const tab = new BareTab(this, String(targetId), String(sessionId));
    await tab.send('Page.enable');
    for (let attempt = 0; attempt < 200; attempt += 1) {
      // The document that a tab starts with is replaced while it is asked.
      const state = await tab.evaluate<string>("document.readyState + ' ' + location.href").catch(() => '');
      if (state.startsWith('complete') && (url === 'about:blank' || !state.endsWith('about:blank'))) return tab;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${url} did not load within 10 s`);
  }

  /** @throws Error with the browser's message, or if the browser or the tab of the session ends before it answers */
  send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    const id = ++this.#lastId;
    // Made here, so that it tells who asked.
    const refused = new Error();
    const answer = new Promise<Record<string, unknown>>((resolve, reject) =>
      this.#waiting.set(id, {
        sessionId,
        resolve,
        reject: (message) => {
          refused.message = `${method}: ${message}`;
          reject(refused);
        },
      }),
    );
    // A closed socket drops what is sent, without an error.
    if (this.#socket?.readyState !== WebSocket.OPEN)
      this.#refuse('the browser does not run', (waiting) => waiting === this.#waiting.get(id));
    else this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    return answer;
  }

  /** Calls back at every event of this name in a session, until another one takes its place. */
  on(sessionId: string, event: string, listener: (params: Record<string, unknown>) => void): void {
    this.#listeners.set(`${sessionId} ${event}`, listener);
  }

  async #debuggingAddress(): Promise<string> {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const lines = await readFile(join(this.profile, 'DevToolsActivePort'), 'utf8').then(
        (text) => text.split('\n'),
        () => [],
      );
      if (lines.length >= 2) return `ws://127.0.0.1:${lines[0]}${lines[1]}`;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('Chromium did not open its DevTools socket within 10 s');
  }
}

/** @throws Error where the browser ends before it answers */
async function opened(socket: WebSocket): Promise<void> {
  const closed = once(socket, 'close').then(() => {
    throw new Error('Chromium closed its DevTools socket before it was open');
  });
  closed.catch(() => undefined);
  await Promise.race([once(socket, 'open'), closed]);
}

export class BareTab {
  readonly #browser: BareChromium;
  readonly #targetId: string;
  readonly #sessionId: string;

  constructor(browser: BareChromium, targetId: string, sessionId: string) {
    this.#browser = browser;
    this.#targetId = targetId;
    this.#sessionId = sessionId;
  }

  send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    return this.#browser.send(method, params, this.#sessionId);
  }

  /** Calls back at every event of this name in the tab, until another one takes its place. */
  on(event: string, listener: (params: Record<string, unknown>) => void): void {
    this.#browser.on(this.#sessionId, event, listener);
  }

  /** Looks at every frame that the tab paints, as PNG and with its time in ms, until it is closed. */
  async watchFrames(look: (png: Buffer, at: number) => void): Promise<void> {
    this.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      const { timestamp } = metadata as { timestamp: number };
      look(Buffer.from(String(data), 'base64'), timestamp * 1_000);
      // The tab may be closed by now.
      this.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    });
    await this.send('Page.startScreencast', { format: 'png', maxWidth: 160, maxHeight: 120, everyNthFrame: 1 });
  }

  /** Evaluates an expression, awaiting its promise, and answers its value. @throws Error with what it threw */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = (await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as {
      result: { value: Value };
      exceptionDetails?: { exception?: { description?: string } };
    };
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'The expression failed');
    return result.value;
  }

  async close(): Promise<void> {
    await this.#browser.send('Target.closeTarget', { targetId: this.#targetId });
  }
}
