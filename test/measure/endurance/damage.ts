import { execFile } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DAMAGE, digestOf } from '../../../src/service/database/folder/data-folder.fixture.ts';
import { openDataFolder } from '../../../src/service/database/folder/data-folder.ts';
import { uint32Source } from '../../fixtures/blocklist/random.ts';

const MAIN = new URL('../../../src/service/main.ts', import.meta.url).pathname;
/** What `uint32Source` stays below. */
const RANGE = 2 ** 32;
/** When a start that does not end is ended. */
const MAX_DELAY_MS = 60_000;

type Ended = { readonly code: number | string | null; readonly said: string; readonly ms: number };

/** Damages a data folder in every known way in turn, and starts a service on each. @returns the folders that did not come through */
export async function refuseDamaged(
  folder: string,
  count: number,
): Promise<{ readonly slowestMs: number; readonly problems: readonly string[] }> {
  const sound = join(folder, 'sound');
  await mkdir(folder);
  await (await openDataFolder(sound)).close();
  const next = uint32Source(1);
  const chance = () => next() / RANGE;
  const problems: string[] = [];
  let slowestMs = 0;
  const kinds = Object.entries(DAMAGE);
  for (let index = 0; index < count; index += 1) {
    const [kind, damage] = kinds[index % kinds.length]!;
    const damaged = join(folder, `damaged-${index}`);
    await cp(sound, damaged, { recursive: true });
    await damage(damaged, chance);
    const before = await digestOf(damaged);
    const { code, said, ms } = await serve(damaged);
    slowestMs = Math.max(slowestMs, Math.round(ms));
    if (code !== 1 || !said.includes(damaged) || /"(ready|stopped)"/.test(said))
      problems.push(`${index} ${kind}: ended with ${code}: ${said}`);
    if ((await digestOf(damaged)) !== before) problems.push(`${index} ${kind}: was changed`);
    await rm(damaged, { recursive: true });
  }
  return { slowestMs, problems };
}

function serve(folder: string): Promise<Ended> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const words = [MAIN, 'serve', '--port', '0', '--data', folder];
    execFile(process.execPath, words, { timeout: MAX_DELAY_MS, killSignal: 'SIGKILL' }, (error, out, err) =>
      resolve({ code: error ? (error.code ?? null) : 0, said: out + err, ms: performance.now() - startedAt }),
    );
  });
}
