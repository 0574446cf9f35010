import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { findChromium } from '../../../src/development/install/chromium.ts';
import type { Machine } from './saved.ts';

/** The commit that is measured, and whether the tree differs from it outside of `saved`, where results are kept. @throws Error outside of a Git repository */
export function commitOf(saved: readonly string[]): { commit: string; changed: boolean } {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  const status = git('status', '--porcelain', '--', '.', ...saved.map((path) => `:(exclude)${path}`));
  return { commit: git('rev-parse', '--short=7', 'HEAD'), changed: status !== '' };
}

export function thisMachine(): Machine {
  const chromium = findChromium();
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory: Math.round(totalmem() / 1e9),
    node: process.versions.node,
    chromium: chromium === undefined ? null : execFileSync(chromium, ['--version'], { encoding: 'utf8' }).trim(),
  };
}
