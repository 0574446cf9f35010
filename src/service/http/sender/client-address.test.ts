import { request } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { blocklistVersion } from '../../../api/blocklist.ts';
import { encodedBody } from '../../../api/client.ts';
import { API_PREFIX } from '../../../api/operation.ts';
import { attachmentUpload } from '../../../api/report/attachment.ts';
import { type RunningService, startService } from '../../command/serve/running-service.ts';
import { openTestDatabase, type TestDatabase } from '../../database/database.fixture.ts';
import { organizations } from '../../database/schema/organization.ts';
import { reports } from '../../database/schema/report.ts';
import { createKey } from '../access/api-key.ts';
import { lineLog } from '../log/log.ts';

let opened: TestDatabase;
let running: RunningService;
let key: string;
beforeEach(async () => {
  opened = await openTestDatabase();
  const [acme] = await opened.database.insert(organizations).values({ name: 'Acme', slug: 'acme' }).returning();
  const order = {
    kind: 'organization',
    scopes: ['protect', 'report'],
    label: '',
    organizationIds: [acme!.id],
  } as const;
  key = (await createKey(opened.database, order)).key;
});
afterEach(async () => {
  await running.close();
  await opened.close();
});

const start = async (publicUrl: string | null) => {
  running = await startService({
    ...{ database: opened.database, log: lineLog(() => undefined), host: '127.0.0.1', port: 0 },
    ...{ publicUrl, portalUrl: null, pollSeconds: 60, requestsPerMinute: 1_000_000 },
  });
};

/** Sends a request with its own `Host` header. */
async function sendAs(host: string, method: string, path: string, body?: Blob, type?: string): Promise<string> {
  const bytes = body && Buffer.from(await body.arrayBuffer());
  return new Promise((done, fail) => {
    const headers = { host, origin: `http://${host}`, 'x-api-key': key, ...(type ? { 'content-type': type } : {}) };
    const target = { host: '127.0.0.1', port: running.port, method, path, headers };
    const sent = request(target, async (answer) => {
      let text = '';
      for await (const chunk of answer) text += String(chunk);
      done(text);
    });
    sent.on('error', fail);
    sent.end(bytes);
  });
}

it('a report from the portal stores addresses of its files without the Host header', async () => {
  await start(null);
  const form = new FormData();
  form.set('assets', 'https://fake-shop.example/buy');
  form.set('step', 'review');
  form.set('files', new File(['What I saw'], 'seen.txt'));
  const sent = new Response(form);
  const type = sent.headers.get('content-type')!;
  await sendAs('evil.example', 'POST', '/acme/report', await sent.blob(), type);
  const [report] = await opened.database.select().from(reports);
  expect(report!.attachmentUrls).toEqual([
    expect.stringContaining(`http://127.0.0.1:${running.port}${API_PREFIX}/attachment/`),
  ]);
});

async function addressesAs(host: string): Promise<string> {
  const version = await sendAs(host, 'GET', API_PREFIX + blocklistVersion.path);
  const form = new Response(encodedBody(attachmentUpload, { file: [new File(['What I saw'], 'seen.txt')] })!.body);
  const type = form.headers.get('content-type')!;
  const upload = await sendAs(host, 'POST', API_PREFIX + attachmentUpload.path, await form.blob(), type);
  expect(JSON.parse(version)).toHaveProperty('snapshot.url');
  expect(JSON.parse(upload)).toHaveProperty('attachments');
  return version + upload + (await sendAs(host, 'GET', `${API_PREFIX}/openapi.json`));
}

it('addresses in an answer begin with the address of the connection, whatever the Host header', async () => {
  await start(null);
  const recorded = await addressesAs('evil.example');
  expect(recorded).not.toContain('evil.example');
  expect(recorded).toContain(`"url":"http://127.0.0.1:${running.port}/lists/`);
  expect(recorded).toContain(`"url":"http://127.0.0.1:${running.port}/api/v2/attachment/`);
});

it('addresses in an answer begin with the public address if there is one', async () => {
  await start('https://threats.example');
  const recorded = await addressesAs('evil.example');
  expect(recorded).not.toMatch(/evil\.example|127\.0\.0\.1/);
  expect(recorded).toContain('"url":"https://threats.example/lists/');
});
