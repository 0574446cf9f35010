import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** A virtual X display (Xvfb) on which a browser opens a real window. */
export class Display {
  #process: ChildProcess | undefined;

  static get isInstalled(): boolean {
    return spawnSync('Xvfb', ['-help'], { stdio: 'ignore' }).error === undefined;
  }

  /** Answers its name, for example `:99`. @throws Error where it ends before it has one */
  async start(): Promise<string> {
    const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    const named = once(child.stdio[3]!, 'data').then(([name]) => `:${String(name).trim()}`);
    const ended = once(child, 'exit').then(() => {
      throw new Error('Xvfb ended before it had a display');
    });
    return Promise.race([named, ended]);
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  }
}
