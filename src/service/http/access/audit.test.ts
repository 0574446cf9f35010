import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../api/catalogue.ts';
import { organizationAssetCreate } from '../../../api/organization/organization-asset.ts';
import { webhookConfig } from '../../../api/organization/webhook.ts';
import { disputeCreate } from '../../../api/report/dispute.ts';
import { reportCreate } from '../../../api/report/report.ts';
import { runCommand } from '../../command/run.ts';
import type { CommandContext } from '../../command-line/command.ts';
import { auditEntries } from '../../database/schema/service.ts';
import { decide } from '../../feature/listing/decision.ts';
import { IMPLEMENTATIONS, ROUTES } from '../../feature/operations.ts';
import { mountPortal } from '../../portal/app.ts';
import { createApplication } from '../application.ts';
import { ORIGIN, ServiceFixture } from '../service.fixture.ts';
import { changeOf, readAudit } from './audit.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
afterAll(() => fixture.close());
beforeEach(() => fixture.opened.database.delete(auditEntries).then(() => {}));

async function run(...words: string[]): Promise<{ code: number; out: string }> {
  const out: string[] = [];
  const terminal = { folder: '.', print: (line: string) => void out.push(line), progress: { write: () => {} } };
  const { publisher } = fixture.service;
  const context: CommandContext = { database: fixture.opened.database, publisher, terminal };
  return { code: await runCommand(words, context), out: out.join('\n') };
}
const entries = () => fixture.opened.database.select().from(auditEntries).orderBy(auditEntries.id);

describe('the audit log', () => {
  it('records changes of a key with the request id and without private data', async () => {
    const assets = [{ content: 'audited.example' }];
    const body = { assets, title: 'My bank is copied', contactInfo: 'me@example.org', organizationSlug: 'acme' };
    const received = await fixture.call(reportCreate, { body });
    const [entry] = await entries();
    expect(entry).toMatchObject({
      actor: 'KEY',
      apiKeyId: expect.any(Number),
      action: 'reportCreate',
      outcome: 'DONE',
      detail: { id: received.body.id, organizationSlug: 'acme', fields: Object.keys(body).sort() },
      requestId: received.headers.get('x-request-id'),
    });
    expect(JSON.stringify(entry)).not.toMatch(/bank|me@example/);
  });

  it('does not record refused, failed and repeated requests', async () => {
    const body = { assets: [{ content: 'once-only.example' }], organizationSlug: 'acme' };
    const headers = { 'Idempotency-Key': 'again' };
    for (let time = 0; time < 3; time += 1)
      expect((await fixture.call(reportCreate, { body }, { headers })).status).toBe(200);
    expect((await fixture.call(reportCreate, { body })).status).toBe(422);
    expect((await fixture.call(disputeCreate, { body: { content: 'nobody-knows.example' } })).status).toBe(404);
    expect(await entries()).toHaveLength(1);
  });

  it('cuts a long content between characters, so that the call succeeds wherever an emoji falls', async () => {
    const blocked = { type: 'URL', content: 'long.example' } as const;
    const by = { status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'operator', reason: null } as const;
    await decide(fixture.opened.database, { asset: blocked, ...by });
    const url = 'https://long.example/';
    for (const filled of [298, 299]) {
      const content = `${url}${'a'.repeat(filled - url.length)}\u{1f600}`;
      expect((await fixture.call(disputeCreate, { body: { content } })).status).toBe(200);
    }
    expect(await entries()).toHaveLength(2);
  });

  it('records no secret of a webhook, neither its own nor one in its address', async () => {
    const body = { url: 'https://hook.example/T0/very-secret?token=also-secret', events: [] };
    const received = await fixture.call(webhookConfig, { body });
    const [entry] = await entries();
    expect(entry?.detail).toMatchObject({ id: received.body.id, url: 'hook.example' });
    expect(JSON.stringify(entry)).not.toContain('secret');
  });

  it('records the ids of everything that a call made', async () => {
    const body = { slug: 'acme', assets: [{ content: 'one.acme.example' }, { content: 'two.acme.example' }] };
    const { body: made } = await fixture.call(organizationAssetCreate, { body });
    const [entry] = await entries();
    expect(entry?.detail).toMatchObject({ ids: made.results.map(({ id }) => id) });
  });

  it('records no secret in the address of an imported list', async () => {
    await run('source', 'add', 'https://lists.example/all.txt?token=secret', '--every', '1h', '--format', 'hosts');
    await run('source', 'add', 'https://me:secret@lists.example/b.txt', '--every', '1h', '--format', 'hosts');
    const rows = await entries();
    expect(rows.map(({ detail }) => detail)).toMatchObject([
      { words: ['add', 'https://lists.example/all.txt?…'] },
      { words: ['add', 'https://lists.example/b.txt'] },
    ]);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  it('records commands with arguments and outcome, without the address of the data', async () => {
    expect((await run('block', 'by-hand.example', '--reason', 'Drainer', '--data', '/somewhere')).code).toBe(0);
    expect((await run('unblock', 'not-blocked.example')).code).toBe(1);
    await run('keys', 'list');
    await run('organizations', 'list');
    const rows = await entries();
    expect(rows).toMatchObject([
      { actor: 'COMMAND', action: 'block', outcome: 'DONE', detail: { words: ['by-hand.example'], reason: '…' } },
      { actor: 'COMMAND', action: 'unblock', outcome: 'REFUSED', detail: { words: ['not-blocked.example'] } },
    ]);
    expect(rows[0]?.userName).toMatch(/./);
    expect(JSON.stringify(rows)).not.toContain('somewhere');
  });

  it('records what a visitor of a portal sent', async () => {
    const app = createApplication(fixture.service, IMPLEMENTATIONS, ROUTES, mountPortal(fixture.service));
    const form = new URLSearchParams({ assets: 'from-a-visitor.example', title: 'Look', contact: 'me@example.org' });
    const init = { method: 'POST', headers: { origin: ORIGIN }, body: form };
    expect((await app.request(`${ORIGIN}/acme/report`, init)).status).toBe(303);
    const [entry] = await entries();
    expect(entry).toMatchObject({ actor: 'PORTAL', apiKeyId: null, action: 'reportCreate' });
    expect(JSON.stringify(entry)).not.toContain('example.org');
  });

  it('is read by key, action and time', async () => {
    await run('block', 'first.example');
    await run('block', 'second.example');
    await fixture.call(reportCreate, { body: { assets: [{ content: 'third.example' }], organizationSlug: 'acme' } });
    const { database } = fixture.opened;
    const all = { since: null, keyId: null, action: null };
    const read = async (query: Partial<Parameters<typeof readAudit>[1]>, limit = 10) =>
      (await readAudit(database, { ...all, ...query }, limit)).map(({ action }) => action);
    expect(await read({ action: 'block' })).toEqual(['block', 'block']);
    expect(await read({}, 1)).toEqual(['reportCreate']);
    expect(await read({ keyId: (await entries()).at(-1)!.apiKeyId! })).toEqual(['reportCreate']);
    expect(await read({ since: new Date('2999-01-01') })).toEqual([]);
    expect(await read({ until: new Date('2000-01-01') })).toEqual([]);
  });

  it('covers every operation that takes the scope for changes', () => {
    for (const operation of Object.values(OPERATIONS))
      if (operation.access === 'manage') expect(changeOf(operation), operation.id).toBeTruthy();
    expect(changeOf(OPERATIONS.assetCheck)).toBe(false);
    expect(changeOf(OPERATIONS.disputeRead)).toBe(false);
  });
});
