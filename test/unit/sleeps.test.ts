import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** A pause of a length that somebody chose, in the page or in Node, unless a loop asks again after it. */
const SLEEP = /waitForTimeout\(|new Promise\(\(?\w*\)? => setTimeout\(\w+, |await (pause|sleep|delay)\(/;
const LOOP = /\b(while|for) \(/;
/** How many lines above a pause its loop may begin. */
const LOOP_LINES = 3;

const PERSON = 'a person presses, reaches and reads at a pace';
const NOTHING = 'that nothing comes is seen by nothing that comes';
const DELAY = 'its subject is an answer that comes late';
/** What a pause is for where there has to be one, and the most of them in the file. */
const EXCEPTIONS: Record<string, readonly [most: number, because: string]> = {
  'src/protection/verdict/shown-addresses.test.ts': [1, DELAY],
  'test/e2e/address/addresses.spec.ts': [1, NOTHING],
  'test/e2e/guard/guard.spec.ts': [1, NOTHING],
  'test/e2e/harness/page/marks.ts': [1, PERSON],
  'test/e2e/harness/relay.ts': [1, DELAY],
  'test/e2e/harness/service.ts': [1, 'it asks again in a loop'],
  'test/e2e/harness/site.ts': [1, DELAY],
  'test/e2e/address/marks-defence.spec.ts': [1, NOTHING],
  'test/e2e/guard/standing.spec.ts': [2, NOTHING],
};

it('no test sleeps for a fixed time: it waits for what happens', () => {
  const tooMany: string[] = [];
  for (const folder of ['src', 'test/e2e', 'test/firefox', 'test/unit'])
    for (const name of readdirSync(folder, { recursive: true })) {
      const path = join(folder, String(name));
      if (!/\.(test|spec|fixture)\.tsx?$|^test\/(e2e|firefox)\/.*\.ts$/.test(path)) continue;
      const lines = readFileSync(path, 'utf8').split('\n');
      const isSleep = (line: string, at: number) =>
        SLEEP.test(line) && !LOOP.test(lines.slice(Math.max(0, at - LOOP_LINES), at + 1).join('\n'));
      const sleeps = lines.flatMap((line, at) => (isSleep(line, at) ? [`${path}:${at + 1} ${line.trim()}`] : []));
      if (sleeps.length > (EXCEPTIONS[path]?.[0] ?? 0)) tooMany.push(...sleeps);
    }
  expect(tooMany).toEqual([]);
});
