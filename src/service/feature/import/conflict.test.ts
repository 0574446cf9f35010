import { afterAll, beforeAll, expect, it } from 'vitest';
import { Progress } from '../../command-line/progress.ts';
import { fetchedText } from '../../command-line/text-file.ts';
import type { OpenDatabase } from '../../database/connection.ts';
import { openTestDatabase } from '../../database/database.fixture.ts';
import { decide } from '../listing/decision.ts';
import { runImport } from './list-import.ts';
import { ensureSources } from './source/store.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
}, 60_000);
afterAll(() => opened.close());

/** @returns the summary of an import of hosts to block and to allow */
async function imported(source: string, deny: readonly string[], allow: readonly string[] = [], dryRun = false) {
  const input = fetchedText(source, new TextEncoder().encode(JSON.stringify({ deny, allow })));
  const order = { input, source, origin: source, format: 'polkadot-phishing', kind: null, dryRun } as const;
  return (await runImport(opened.database, { ...order, progress: new Progress({ write: () => {} }) })).summary;
}
const operator = (content: string, status: 'BLOCKED' | 'UNKNOWN' | 'ALLOWED') =>
  decide(opened.database, {
    asset: { type: 'URL', content },
    status,
    decidedBy: 'OPERATOR',
    source: 'operator',
    reason: null,
  });

it('says which sites a list opens that less trusted ones block, and of which list they stay open, in either order', async () => {
  await ensureSources(opened.database, ['list-b', 'list-c', 'list-a']);
  expect(await imported('list-a', ['drainer.example', 'plain.example'])).not.toContain('open');
  for (const dryRun of [true, false])
    expect(await imported('list-b', ['x.example'], ['drainer.example', 'honest.example'], dryRun)).toContain(
      '1  are open, although list-a blocks them: drainer.example\n',
    );
  for (const dryRun of [true, false])
    expect(await imported('list-a', ['drainer.example', 'honest.example', 'plain.example'], [], dryRun)).toContain(
      '2  stay open, because list-b allows them: drainer.example, honest.example\n',
    );
  expect(await imported('list-c', ['z.example', 'honest.example'], ['drainer.example'])).toMatch(
    /1 {2}stay open, because list-b allows them: honest\.example\n[\s\S]*1 {2}are open, although list-a blocks them: drainer/,
  );
  expect(await imported('list-a', ['drainer.example', 'honest.example', 'plain.example'])).toMatch(
    /1 {2}stay open, because list-b, list-c allow them: drainer\.example\n[\s\S]*1 {2}stay open, because list-b allows them: honest/,
  );
});

it('says which sites stay blocked although a less trusted list allows them, in either order', async () => {
  await imported('list-x', ['first.example']);
  expect(await imported('list-y', ['y.example'], ['first.example', 'second.example'])).toContain(
    '1  stay blocked, because list-x blocks them: first.example\n',
  );
  expect(await imported('list-x', ['first.example', 'second.example'])).toContain(
    '2  are blocked, although list-y allows them: first.example, second.example\n',
  );
});

it('says which entries a person decided otherwise', async () => {
  await operator('lifted.example', 'UNKNOWN');
  await operator('allowed.example', 'ALLOWED');
  await operator('blocked.example', 'BLOCKED');
  const summary = await imported('list-d', ['lifted.example', 'allowed.example', 'w.example'], ['blocked.example']);
  expect(summary).toContain('2  stay open, because a person decided so: lifted.example, allowed.example\n');
  expect(summary).toContain('1  stay blocked, because a person decided so: blocked.example\n');
});

it('says nothing of what no other list decides', async () => {
  const summary = await imported('list-e', ['v.example'], ['open.example']);
  expect(summary).not.toMatch(/stay|although/);
});
