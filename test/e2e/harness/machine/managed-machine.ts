import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../../../src/development/chromium.ts';

/** Where Chromium of a Linux distribution looks for what its administrator says. */
const SETTINGS = '/etc/chromium';
const MANAGED = 'policies/managed';

/**
 * The machine as one browser sees it: with policies of its own in the folder of the distribution, in a mount namespace. The machine itself and
 * every other browser on it stay as they are.
 */
export class ManagedMachine {
  readonly #folder = mkdtempSync(join(tmpdir(), 'wary-machine-'));

  constructor() {
    mkdirSync(this.policies, { recursive: true });
  }

  /** Why there can be none here; null where there can. */
  static get obstacle(): string | null {
    if (process.platform !== 'linux') return 'policies of a folder are those of Linux';
    if (!existsSync(SETTINGS) || findChromium() === undefined) return 'no Chromium of the distribution is installed';
    const tried = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', SETTINGS], { stdio: 'ignore' });
    return tried.status === 0 ? null : 'a mount namespace takes root and util-linux';
  }

  /** A program that starts Chromium on this machine. */
  get chromium(): string {
    const program = join(this.#folder, 'chromium');
    const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
    const mounts = `mount --bind ${quoted(this.#folder)} ${SETTINGS}`;
    const start = `exec ${quoted(findChromium()!)} "$@"`;
    writeFileSync(program, `#!/bin/sh\nexec unshare -m sh -c ${quoted(`${mounts} && ${start}`)} sh "$@"\n`, {
      mode: 0o755,
    });
    return program;
  }

  /** The folder that stands where the browser looks for policies. */
  get policies(): string {
    return join(this.#folder, MANAGED);
  }

  /** Puts a policy where an administrator does, or takes it back. The browser looks by itself, at once or within minutes. */
  policy(name: string, content: object | null): void {
    const file = join(this.policies, `${name}.json`);
    if (content === null) rmSync(file, { force: true });
    else writeFileSync(file, JSON.stringify(content));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
