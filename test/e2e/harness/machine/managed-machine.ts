import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findChromium } from '../../../../src/development/install/chromium.ts';
import { findFirefox } from '../../../../src/development/install/firefox.ts';

type Managed = {
  readonly find: () => string | undefined;
  /** The folder in which the browser of a Linux distribution looks for administrator settings. */
  readonly settings: (program: string) => string;
  /** The folder of policies in it. */
  readonly policies: string;
};
const MANAGED = {
  chromium: { find: findChromium, settings: () => '/etc/chromium', policies: 'policies/managed' },
  // `/etc/firefox/policies`, which Firefox reads first, exists only if somebody creates it.
  firefox: {
    find: findFirefox,
    settings: (program) => join(dirname(realpathSync(program)), 'distribution'),
    policies: '',
  },
} satisfies Record<string, Managed>;
type Kind = keyof typeof MANAGED;

/**
 * The machine as one browser sees it: with its own policies, in a mount namespace over the distribution's policy
 * folder. The machine itself and its other browsers are not changed.
 */
export class ManagedMachine {
  readonly #folder = mkdtempSync(join(tmpdir(), 'wary-machine-'));
  readonly #kind: Kind;

  constructor(kind: Kind = 'chromium') {
    this.#kind = kind;
    mkdirSync(this.policies, { recursive: true });
  }

  /** Why this is not possible here; null if it is. */
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

  /** The folder that the browser sees as its policy folder. */
  get policies(): string {
    return join(this.#folder, MANAGED[this.#kind].policies);
  }

  /**
   * Writes a policy as an administrator does, or removes it. Chromium reads all policies by itself, at once or within
   * minutes; Firefox reads one, `policies`, at its start.
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
