import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, getTableColumns, is, ne } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { assetUnblock } from '../api/asset/asset-record.ts';
import { organizationBlockCreate } from '../api/blocklist.ts';
import { SCOPES } from '../api/operation.ts';
import { assetGroupCreate, organizationAssetCreate } from '../api/organization/organization-asset.ts';
import { userMe, userMeUpdate } from '../api/organization/user.ts';
import { WEBHOOK_EVENTS, webhookConfig } from '../api/organization/webhook.ts';
import { attachmentUpload } from '../api/report/attachment.ts';
import { disputeAnswer, disputeCreate } from '../api/report/dispute.ts';
import { reportAnswer, reportCreate } from '../api/report/report.ts';
import { detectionConfigCreate, detectionConfigRun } from '../api/threat/detection.ts';
import { assetScan } from '../api/threat/scan.ts';
import * as schema from './database/schema/index.ts';
import { DeskFixture, versionIn } from './desk/desk.fixture.ts';
import { Scanner } from './feature/scan/scanner.ts';
import { PUBLIC_ONLY } from './http/outgoing.ts';
import { MARKED, Reading } from './texts.fixture.ts';

const DOCUMENT = readFileSync(new URL('texts.md', import.meta.url), 'utf8');
/** The rows of its tables: a text, and who reads it. */
const TEXTS = [...DOCUMENT.matchAll(/^\| ([^|]+) \| [^|]*`\w[^|]* \| ([^|]+) \|$/gm)].map(
  ([, text, readers]) => [text!, readers!] as const,
);
const READERS = ['sender', 'fellow', 'build', 'key', 'other', 'viewer', 'reviewer', 'admin', 'self', 'operator'];
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  everyone: READERS,
  organization: ['key', 'desk'],
  desk: ['viewer', 'reviewers'],
  reviewers: ['reviewer', 'admin', 'operator'],
  nobody: [],
};
const SWAPPED: Readonly<Record<string, string>> = { sender: 'fellow', fellow: 'sender' };

/** The single readers of a cell, sorted. */
const readersIn = (cell: string): string[] =>
  cell
    .split(', ')
    .flatMap((name) => (GROUPS[name] ? readersIn(GROUPS[name].join(', ')) : name === '' ? [] : [name]))
    .sort();

const markers = new Map<string, string>();
/** A word that stands in one text and nowhere else. */
function mark(text: string): string {
  const marker = markers.get(text) ?? `${MARKED}${String(markers.size).padStart(3, '0')}q`;
  markers.set(text, marker);
  return marker;
}
const web = (text: string) => `https://${mark(text)}.test/`;
const { organizations, proposals, scans } = schema;
const readings = new Map<string, string>();
let desk: DeskFixture;
let folder: string;

beforeAll(async () => {
  desk = await DeskFixture.open();
  const { service } = desk;
  const reading = new Reading(desk);
  const command = async (...words: string[]) => {
    const { code, out } = await reading.command(...words);
    if (code !== 0) throw new Error(`${words.join(' ')}: ${out}`);
  };
  const form = async (who: Awaited<ReturnType<typeof desk.person>>, path: string, fields: Record<string, string>) => {
    const { status, text } = await who.post(path, fields);
    if (status !== 303) throw new Error(`${path} answered ${status}: ${text}`);
  };
  const build = await service.key(['protect', 'report']);
  const key = await service.key(['protect', 'report', 'read']);
  const other = await service.key(SCOPES, [service.foreign]);
  const [viewer, reviewer, admin] = [
    await desk.person('viewer'),
    await desk.person('reviewer'),
    await desk.person('admin'),
  ];
  const self = await desk.person('reviewer', { email: `${mark('E-mail address of a reviewer')}@acme.test` });
  const stranger = await desk.person('admin', { organizationIds: [service.foreign] });
  const whole = await desk.person('admin', { everything: true });
  const events = [...WEBHOOK_EVENTS];
  const address = `https://hooks.test/${mark('Address of a webhook')}`;
  await service.call(webhookConfig, { body: { url: address, events } });
  await service.call(webhookConfig, { body: { url: 'https://others.test/', events } }, { key: other });

  // People, keys and sessions.
  const { out: sender } = await reading.command(
    ...['keys', 'create', '--organization', 'acme', '--scope', 'protect,report', '--label', mark('Label of a key')],
  );
  const from = { key: sender.split('\n').at(-1)! };
  const profile = {
    ...{ fullName: mark('Name of a reviewer'), avatarUrl: web('Picture of a reviewer') },
    settings: { theme: mark('Settings of a reviewer') },
  };
  await service.call(userMeUpdate, { body: profile }, { key: self.key });
  await self.post('/desk/sign-in', { key: self.key }, { 'user-agent': mark('Browser of a reviewer') });

  // The organization.
  const document = {
    fileName: mark('Legal document of an organization'),
    fileUrl: web('Legal document of an organization'),
  };
  const trademark = mark('Trademark of an organization');
  const registration = {
    ...{ brandName: trademark, trademarkOffice: trademark, registrationNumber: trademark },
    ...{
      goodsAndServicesClass: trademark,
      rightsOwnerName: trademark,
      registrationPageUrl: `https://${trademark}.test/`,
    },
    ...{ certificateFileName: trademark, certificateFileUrl: `https://${trademark}.test/` },
  };
  const record = {
    ...{ slug: 'acme', name: mark('Name of an organization') },
    ...{ avatarUrl: web('Picture of an organization'), contactUrl: web('Contact page of an organization') },
    brandMetadata: {
      websiteUrl: web('Website of an organization'),
      twitterHandle: mark('Handle of an organization'),
      securityContactEmail: `${mark('Security contact of an organization')}@acme.test`,
      industry: mark('Industry of an organization'),
    },
    portalCustomization: {
      ...{ name: mark('Name of a portal'), avatarUrl: web('Picture of a portal') },
      ...{ bannerContent: mark('Banner of a portal'), bannerEnabled: true },
    },
    legalDocuments: { powerOfAttorney: document },
    trademarkRegistrations: [registration],
  };
  const ofAcme = '/desk/organizations/acme';
  const opened = versionIn((await whole.get(`${ofAcme}/settings/record`)).text);
  await form(whole, `${ofAcme}/settings/record`, { record: JSON.stringify(record), ...opened });
  const brand = mark('Brand of an organization');
  await form(whole, `${ofAcme}/brands`, {
    ...{ slug: 'wallet', name: brand, terms: `${brand}term`, notMeant: `${brand}not`, tickers: brand },
    ...{ website: `https://${brand}.test/`, handle: brand, avatar: `https://${brand}.test/` },
  });
  const { body: group } = await service.call(assetGroupCreate, { body: { name: mark('Name of a group of assets') } });
  await service.call(organizationAssetCreate, {
    body: {
      assets: [
        {
          ...{ content: 'own.example', groupId: group.id },
          ...{ name: mark('Name of an own asset'), description: mark('Description of an own asset') },
        },
      ],
    },
  });
  await service.call(organizationBlockCreate, {
    body: { content: 'own-blocked.example', reason: mark('Reason of a block for the own people') },
  });

  // A report of a person, a later one of the same, and their review.
  const file = new File([mark('Content of a file')], `${mark('Name of a file')}.txt`);
  const { body: uploaded } = await service.call(attachmentUpload, { body: { file: [file] } }, from);
  const written = mark('What a person reports, as written');
  const { body: report } = await service.call(
    reportCreate,
    {
      body: {
        assets: [
          {
            content: `https://reported.example/${written}`,
            screenshot: { url: web('Address of a screenshot'), takenBy: mark('Who made a screenshot') },
          },
          { content: `${mark('Site that is reported')}.example` },
        ],
        title: `${mark('Title of a report')} of https://mentioned.example/`,
        description: mark('Description of a report'),
        contactInfo: mark('Contact of a reporter'),
        attachmentUrls: [uploaded.attachments[0]!.url, web('Address of a file elsewhere')],
        externalReporter: {
          platform: mark('Reporter on another platform'),
          platformIdentifier: mark('Reporter on another platform'),
          displayName: mark('Reporter on another platform'),
          avatarUrl: web('Reporter on another platform'),
        },
        userAgent: mark('Browser of a reporter'),
        referrer: web('Where a reporter came from'),
      },
    },
    from,
  );
  const { body: again } = await service.call(
    reportCreate,
    {
      body: {
        assets: [{ content: `https://reported.example/${mark('What a person reports again, as written')}` }],
        description: mark('Description of a report of the same'),
        contactInfo: mark('Contact of who reports the same'),
        attachmentUrls: [web('Address of a file elsewhere of who reports the same')],
      },
    },
    from,
  );
  const { id: configId } = (
    await service.call(detectionConfigCreate, {
      body: {
        source: 'REPORTS',
        name: mark('Name of a detection config'),
        terms: [mark('Title of a report'), mark('Term of a detection config')],
      },
    })
  ).body;
  await service.call(detectionConfigRun, { body: { id: configId } });
  const ofReport = `/desk/reports/${report.id}`;
  await form(reviewer, `${ofReport}/question`, { question: 'Where?' });
  await service.call(reportAnswer, {
    params: { receipt: report.receipt! },
    body: { question: 'Where?', text: mark('Answer of a reporter') },
  });
  const [first, second] = await desk.database
    .select()
    .from(proposals)
    .where(eq(proposals.reportId, report.id))
    .orderBy(proposals.id);
  const decide = (who: typeof viewer, decision: string, proposal: number, more: Record<string, string>) =>
    form(who, `${ofReport}/decision`, { decision, proposal: String(proposal), note: '', ...more });
  await decide(reviewer, 'SKIP', second!.id, { note: mark('Note of a skip') });
  await decide(reviewer, 'ESCALATE', second!.id, { note: mark('Note of an escalation') });
  await form(admin, `${ofReport}/answer`, {
    answer: 'APPROVE',
    proposal: String(second!.id),
    note: mark('Note of the answer to an escalation'),
  });
  await decide(reviewer, 'REJECT', second!.id, { note: mark('Note of a rejection') });
  await decide(reviewer, 'APPROVE', first!.id, {
    note: mark('Note of an approval'),
    message: mark('Message to all reporters'),
  });

  const waiting = await desk.report(['waiting.example'], {}, from.key);
  await desk.database
    .update(organizations)
    .set({ adminApprovalActive: true, adminApprovalAssetTypes: ['URL'] })
    .where(eq(organizations.id, service.acme));
  await form(self, `/desk/reports/${waiting.id}/question`, { question: mark('Question to a reporter') });
  await form(self, `/desk/reports/${waiting.id}/decision`, {
    ...{ decision: 'APPROVE', proposal: String(waiting.proposals[0]) },
    ...{
      note: mark('Note of the first of two approvals'),
      message: mark('Message to all reporters of what is undecided'),
    },
  });

  // What people add about what is blocked.
  const addition = await desk.report(
    ['reported.example'],
    { description: mark('Description of an addition'), contactInfo: mark('Contact of a person who adds something') },
    from.key,
  );
  await form(reviewer, `/desk/reports/${addition.id}/read`, {
    message: mark('Message to a person who adds something'),
  });

  // Disputes.
  await command('block', 'disputed.example');
  const dispute = async (kind: string, site = 'disputed.example') => {
    const body = {
      content: `https://${site}/${mark(`What a person ${kind}, as written`)}`,
      email: `${mark(`E-mail address of who ${kind}`)}@sender.test`,
      description: mark(`Description by who ${kind}`),
    };
    return (await service.call(disputeCreate, { body }, from)).body;
  };
  const [objection, same] = [await dispute('disputes'), await dispute('disputes the same')];
  const ofDispute = `/desk/disputes/${objection.id}`;
  await form(reviewer, `${ofDispute}/question`, { question: 'Whose is it?' });
  await service.call(
    disputeAnswer,
    {
      params: { receipt: objection.receipt! },
      body: { question: 'Whose is it?', text: mark('Answer of who disputes') },
    },
    from,
  );
  const draft = mark('Draft of the note of a dispute that is then merged');
  await form(reviewer, `/desk/disputes/${same.id}/decision`, { decision: 'SKIP', note: draft });
  await form(reviewer, `/desk/disputes/${same.id}/merge`, { into: String(objection.id) });
  await form(reviewer, `${ofDispute}/decision`, { decision: 'ESCALATE', note: '' });
  await form(admin, `${ofDispute}/answer`, { advice: 'ACCEPT', note: mark('Note of the answer about a dispute') });
  await form(reviewer, `${ofDispute}/decision`, {
    decision: 'ACCEPTED',
    note: mark('Note of the decision of a dispute'),
    ...versionIn((await reviewer.get(ofDispute)).text),
  });
  await command(
    'block',
    'objected.example',
    '--reason',
    mark('Reason of a block'),
    '--source',
    mark('Source of a block'),
  );
  await service.call(assetUnblock, {
    body: { content: 'objected.example', reason: mark('Why an organization disputes') },
  });

  // Lists, scans and takedowns.
  folder = await mkdtemp(join(tmpdir(), mark('Where an imported list lay')));
  await writeFile(join(folder, 'list.txt'), 'listed.example\n');
  await command(
    'source',
    'import',
    join(folder, 'list.txt'),
    '--format',
    'hosts',
    '--source',
    mark('Name of an imported list'),
  );
  const { body: open } = await service.call(disputeCreate, { body: { content: 'listed.example' } }, from);
  await form(reviewer, `/desk/disputes/${open.id}/question`, { question: mark('Question to who disputes') });
  await form(reviewer, `/desk/disputes/${open.id}/decision`, {
    decision: 'SKIP',
    note: mark('Draft of the note of a dispute'),
  });
  const origin = join(folder, 'schedule.txt');
  await writeFile(origin, 'scheduled.example\n');
  await command(
    'source',
    'add',
    origin,
    '--format',
    'hosts',
    '--source',
    mark('Name of a scheduled list'),
    '--every',
    '1h',
  );
  const assignee = mark('Who works on a takedown');
  await form(whole, `${ofAcme}/takedowns`, { content: 'disputed.example', assignee });
  const takedown = versionIn((await whole.get(`${ofAcme}/takedowns`)).text);
  await form(whole, `${ofAcme}/takedowns/step`, { number: '1', step: mark('Step of a takedown'), ...takedown });
  await service.call(assetScan, {
    body: { content: `https://scanned.example/${mark('What is scanned')}`, callbackUrl: web('Address of a callback') },
  });
  const { log } = service.service;
  const scanner = new Scanner({ database: desk.database, log, outbound: PUBLIC_ONLY, fetchPages: false });
  scanner.start();
  await vi.waitFor(
    async () => expect(await desk.database.$count(scans, ne(scans.status, 'COMPLETED'))).toBe(0),
    20_000,
  );
  await scanner.stop();

  const receipts = async (kind: 'report' | 'dispute', ...all: readonly (string | undefined)[]) =>
    (await Promise.all(all.map((receipt) => reading.receipt(kind, receipt!, build)))).join('\n');
  const portal = await reading.portal();
  const seen: Readonly<Record<string, readonly string[]>> = {
    sender: [
      await receipts('report', report.receipt, addition.receipt, waiting.receipt),
      await receipts('dispute', objection.receipt, open.receipt),
    ],
    fellow: [await receipts('report', again.receipt), await receipts('dispute', same.receipt)],
    build: [await reading.api(build)],
    key: [await reading.api(key), await reading.webhooks(service.acme)],
    other: [await reading.api(other), await reading.webhooks(service.foreign), await reading.desk(stranger)],
    viewer: [await reading.desk(viewer)],
    reviewer: [await reading.desk(reviewer)],
    admin: [await reading.desk(admin)],
    self: [
      JSON.stringify((await service.call(userMe, {}, { key: self.key })).body),
      (await self.get('/desk/sessions')).text,
    ],
    operator: [await reading.desk(whole), await reading.commands()],
  };
  for (const [reader, texts] of Object.entries(seen)) readings.set(reader, [portal, ...texts].join('\n'));
  readings.set('log', service.log.join('\n'));
  readings.set('metrics', await service.service.metrics.registry.metrics());
}, 300_000);
afterAll(async () => {
  await desk.close();
  await rm(folder, { recursive: true });
});

/** Every column with a text that no list of values bounds. */
const columns = Object.entries(schema).flatMap(([table, value]) =>
  is(value, PgTable)
    ? Object.entries(getTableColumns(value)).flatMap(([name, column]) =>
        ['string', 'array', 'json'].includes(column.dataType) &&
        !column.enumValues?.length &&
        column.columnType !== 'PgUUID'
          ? [`${table}.${name}`]
          : [],
      )
    : [],
);

it('every text of the database has its readers in the document, or is no text of a person', () => {
  const names = new Set([...DOCUMENT.matchAll(/`(\w+\.\w+)`/g)].map(([, name]) => name!));
  const whole = [...DOCUMENT.matchAll(/every column of (.+?) \|/g)].flatMap(([, tables]) => tables!.match(/\w+/g)!);
  const isNamed = (column: string) => names.has(column) || whole.includes(column.split('.')[0]!);
  expect(columns.filter((column) => !isNamed(column))).toEqual([]);
  expect([...names].filter((name) => !columns.includes(name) && name !== 'attachments.body')).toEqual([]);
});

it('every text of the document was written', () => {
  expect([...markers.keys()].sort()).toEqual(TEXTS.map(([text]) => text).sort());
});

it.each(TEXTS)('%s is read by %s', (text, expected) => {
  const found = [...readings].filter(([, all]) => all.includes(mark(text))).map(([reader]) => reader);
  // In the eyes of the second sender, the first one is the fellow.
  const seen = /again|the same/.test(text) ? found.map((reader) => SWAPPED[reader] ?? reader) : found;
  expect(seen.sort()).toEqual(readersIn(expected));
});

it('log lines and metrics, which have none of them, are those of this service', () => {
  expect(readings.get('log')).toContain('/desk/reports/:id');
  expect(readings.get('metrics')).toContain('/desk/reports/:id');
});

it('who sent a dispute that was merged gets its outcome, and not what was written to the other person', () => {
  expect(readings.get('fellow')).toMatch(/"state":"ACCEPTED"/);
  expect(readings.get('fellow')).not.toContain(mark('Note of the decision of a dispute'));
});
