import { readFileSync } from 'node:fs';
import { deskOrigin, personKey, signIn } from '../harness/desk.ts';
import { Reviewer } from '../harness/reviewer.ts';
import { expect, sharingTest } from '../harness/test.ts';

type Entries = { entries: { id: string; item: { kind: string }; state: { kind: string; reference?: number } }[] };

sharingTest(
  'who disputes what stopped them and who reports read the reviewers’ words, and answer what they ask',
  { tag: '@smoke' },
  async ({ wary, service }) => {
    const stopped = await wary.open('http://false-alarm.wary.test/');
    await stopped.getByRole('button', { name: 'Report a false alarm' }).click();
    await stopped.getByLabel('Why is this a false alarm?').fill('My shop for ten years.');
    await stopped.getByRole('button', { name: 'Send to reviewers' }).click();
    await expect(stopped.getByText('Sent to the reviewers')).toBeVisible();
    const draft = { contents: ['http://fresh.example/'], title: '', description: 'An advertisement', contactInfo: '' };
    await wary.send('reportSubmit', draft);
    const sent = async (kind: string) =>
      (await wary.send<Entries>('outboxList')).entries.find(({ item }) => item.kind === kind)?.state.reference;
    await expect.poll(() => sent('report')).toBeDefined();

    const note = 'It sells nothing: the photographs are of another shop.';
    await (await Reviewer.signedIn(service)).decideDispute((await sent('dispute'))!, 'REJECTED', note);
    const { key } = await personKey(service, 'reviewer', 'answered@acme.test');
    const desk = await wary.context.newPage();
    await signIn(desk, service, key);
    await desk.goto(`${deskOrigin(service)}/desk/reports/${await sent('report')}`);
    await desk.getByText('Ask the sender').click();
    await desk.getByLabel('Question').fill('Where did you see it?');
    await desk.getByRole('button', { name: 'Ask', exact: true }).click();

    await wary.killWorker();
    const settings = await wary.open(wary.url('settings.html#outbox'));
    const history = settings.getByRole('region', { name: 'Your reports' });
    await history.getByRole('button', { name: 'Details: false-alarm.wary.test' }).click();
    await expect(history.getByText(note)).toBeVisible();
    await expect(history.getByText('Stays blocked')).toBeVisible();
    await settings.keyboard.press('Escape');
    await history.getByRole('button', { name: 'Answer: http://fresh.example/' }).click();
    await expect(history.getByText('Where did you see it?').first()).toBeVisible();
    await history.getByLabel('Your answer').fill('In a search for shoes.');
    await history.getByRole('button', { name: 'Send answer' }).click();
    await expect(history.getByText('Your answer was sent')).toBeVisible();
    await desk.reload();
    await expect(desk.getByText('In a search for shoes.')).toBeVisible();

    await history.getByRole('button', { name: 'All your reports' }).click();
    const [download] = await Promise.all([
      settings.waitForEvent('download'),
      history.getByRole('button', { name: 'Save as a file' }).click(),
    ]);
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({
      version: 1,
      entries: [{ replies: [{ text: 'In a search for shoes.' }] }, { standing: 'rejected', message: note }],
    });
    await history.getByRole('button', { name: 'Erase all' }).click();
    await settings.getByRole('dialog').getByRole('button', { name: 'Erase all' }).click();
    await expect(history.getByText('Nothing here yet')).toBeVisible();
  },
);
