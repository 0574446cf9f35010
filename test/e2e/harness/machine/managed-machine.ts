import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findChromium } from '../../../../src/development/install/chromium.ts';
import { findFirefox } from '../../../../src/development/install/firefox.ts';

type Managed = {
  readonly find: () => string | undefined;
  /** Where the browser of a Linux distribution looks for what its administrator says, beside the program or not. */
  readonly settings: (program: string) => string;
  /** Where in there its policies are. */
  readonly policies: string;
};
const MANAGED = {
  chromium: { find: findChromium, settings: () => '/etc/chromium', policies: 'policies/managed' },
  // `/etc/firefox/policies`, which Firefox reads before this, is on no machine until somebody makes it.
  firefox: {
    find: findFirefox,
    settings: (program) => join(dirname(realpathSync(program)), 'distribution'),
    policies: '',
  },
} satisfies Record<string, Managed>;
type Kind = keyof typeof MANAGED;

/**
 * The machine as one browser sees it: with policies of its own, in a mount namespace over the distribution's policy folder. The machine
 * itself and its other browsers are not changed.
 */
export class ManagedMachine {
  readonly #folder = mkdtempSync(join(tmpdir(), 'wary-machine-'));
  readonly #kind: Kind;

  constructor(kind: Kind = 'chromium') {
    this.#kind = kind;
    mkdirSync(this.policies, { recursive: true });
  }

  /** Why there can be none here; null where there can. */
  static obstacle(kind: Kind = 'chromium'): string | null {
    if (process.platform !== 'linux') return 'policies of a folder are those of Linux';
    const { find, settings } = MANAGED[kind];
    const program = find();
    if (program === undefined || !existsSync(settings(program))) return `no ${kind} of the distribution is installed`;
    const tried = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', settings(program)], { stdio: 'ignore' });
    return tried.status === 0 ? null : 'a mount namespace takes root and util-linux';
  }

  /** A program that starts the browser on this machine. */
  get program(): string {
    const { find, settings } = MANAGED[this.#kind];
    const started = find()!;
    const program = join(this.#folder, 'start');
    const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
    const mounts = `mount --bind ${quoted(this.#folder)} ${quoted(settings(started))}`;
    const start = `exec ${quoted(started)} "$@"`;
    writeFileSync(program, `#!/bin/sh\nexec unshare -m sh -c ${quoted(`${mounts} && ${start}`)} sh "$@"\n`, {
      mode: 0o755,
    });
    return program;
  }

  /** The folder that stands where the browser looks for policies. */
  get policies(): string {
    return join(this.#folder, MANAGED[this.#kind].policies);
  }

  /**
   * Puts a policy where an administrator does, or takes it back. Chromium reads all of them by itself, at once or within minutes; Firefox
   * reads one, `policies`, at its start.
   */
  policy(name: string, content: object | null): void {
    const file = join(this.policies, `${name}.json`);
    if (content === null) rmSync(file, { force: true });
    else writeFileSync(file, JSON.stringify(content));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
