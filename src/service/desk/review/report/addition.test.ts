import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attachmentUpload } from '../../../../api/report/attachment.ts';
import { reportCreate, reportRead } from '../../../../api/report/report.ts';
import { decide } from '../../../feature/listing/decision.ts';
import { DeskFixture } from '../../desk.fixture.ts';

let desk: DeskFixture;
let reviewer: Awaited<ReturnType<DeskFixture['person']>>;
let viewer: typeof reviewer;
let key: string;
beforeAll(async () => {
  desk = await DeskFixture.open();
  [reviewer, viewer] = [await desk.person('reviewer'), await desk.person('viewer')];
  key = await desk.service.key(['protect', 'report']);
  await decide(desk.database, {
    ...{ asset: { type: 'URL', content: 'drainer.example' }, status: 'BLOCKED' },
    ...{ decidedBy: 'OPERATOR', source: 'test', reason: null },
  } as const);
}, 60_000);
afterAll(() => desk.close());

const add = async (description: string, more: object = {}) => {
  const assets = [{ content: 'drainer.example', kind: 'drainer' as const }];
  const { body } = await desk.service.call(reportCreate, { body: { assets, description, ...more } }, { key });
  return { id: body.id, receipt: body.receipt! };
};
const follow = async (receipt: string) => (await desk.service.call(reportRead, { params: { receipt } }, { key })).body;
const list = async (who = reviewer, part = 'unread') => (await who.get(`/desk/additions?part=${part}`)).text;

describe('what a sender adds about a blocked site', () => {
  it('stands in a list of its own with words, kind, picture and contact, and in no queue', async () => {
    const picture = new File([Buffer.from('89504e470d0a1a0a', 'hex')], 'screen.png');
    const uploaded = await desk.service.call(attachmentUpload, { body: { file: [picture] } }, { key });
    const { id } = await add('It took 2 ETH, tx 0x1234', {
      contactInfo: 'victim@a.test',
      attachmentUrls: uploaded.body.attachments.map(({ url }) => url),
    });
    expect(await list()).toMatch(/drainer\.example[\s\S]*Wallet drainer[\s\S]*1 file/);
    const seen = (await reviewer.get(`/desk/reports/${id}`)).text;
    for (const part of ['It took 2 ETH, tx 0x1234', 'Wallet drainer', 'screen.png', 'victim@a.test'])
      expect(seen).toContain(part);
    expect(seen).toMatch(/<img src="\/desk\/files\//);
    expect((await viewer.get(`/desk/reports/${id}`)).text).not.toContain('victim@a.test');
    expect((await reviewer.get('/desk')).text).not.toContain(`/desk/reports/${id}"`);
    const stranger = await desk.person('admin', { organizationIds: [desk.service.foreign] });
    expect(await list(stranger)).not.toContain('drainer.example');
    expect((await stranger.post(`/desk/reports/${id}/read`, { message: '' })).status).toBe(404);
  });

  it('keeps what a reviewer pastes although it is too long, and says so', async () => {
    const { id } = await add('Ask me');
    const report = await desk.report(['long-note.example']);
    const long = 'w'.repeat(2_001);
    for (const [path, form] of [
      [`/desk/reports/${id}/read`, { message: long }],
      [`/desk/reports/${id}/question`, { question: long }],
      [
        `/desk/reports/${report.id}/decision`,
        { decision: 'REJECT', proposal: `${report.proposals[0]}`, note: long, message: '' },
      ],
    ] as const) {
      const { text } = await reviewer.post(path, form);
      expect(text).toMatch(/at most [12],000/);
      expect(text).toContain(long);
      expect(text).not.toMatch(/<textarea[^>]*maxlength/);
    }
  });

  it('leaves the list once it is read, and its sender reads the answer', async () => {
    const { id, receipt } = await add('Read me once');
    expect((await viewer.post(`/desk/reports/${id}/read`, { message: '' })).status).toBe(403);
    expect((await reviewer.post(`/desk/reports/${id}/read`, { message: 'We told the exchange.' })).status).toBe(303);
    expect(await list()).not.toContain(`/desk/reports/${id}?`);
    expect(await list(reviewer, 'read')).toContain(`/desk/reports/${id}?`);
    expect(await follow(receipt)).toMatchObject({ state: 'BLOCKED', message: 'We told the exchange.' });
    expect((await reviewer.post(`/desk/reports/${id}/read`, { message: '' })).text).toContain('has already read it');
    expect((await reviewer.get(`/desk/reports/${id}`)).text).toContain('marked it as read');
  });

  it('can be asked about', async () => {
    const { id, receipt } = await add('Ask me');
    await reviewer.post(`/desk/reports/${id}/question`, { question: 'Which wallet did you use?' });
    expect(await follow(receipt)).toMatchObject({ state: 'INFORMATION_ASKED', question: 'Which wallet did you use?' });
  });

  it('becomes a report of what it mentions, which its sender follows with the same receipt', async () => {
    const { id, receipt } = await add('They also run https://second-drainer.example/');
    expect((await reviewer.get(`/desk/reports/${id}`)).text).toContain('second-drainer.example</textarea>');
    const known = await reviewer.post(`/desk/reports/${id}/propose`, { contents: 'drainer.example' });
    expect([known.status, known.text.includes('drainer.example</textarea>')]).toEqual([409, true]);
    const proposed = await reviewer.post(`/desk/reports/${id}/propose`, { contents: 'second-drainer.example' });
    expect(proposed.headers.get('location')).toContain('done=proposed');
    expect(await list()).not.toContain('second-drainer');
    expect((await reviewer.get('/desk')).text).toContain(`/desk/reports/${id}"`);
    const state = await follow(receipt);
    expect(state.state).toBe('RECEIVED');
    expect(state).not.toHaveProperty('isAddition');
  });
});
