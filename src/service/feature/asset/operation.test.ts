import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetCheck, assetParse } from '../../../api/asset/asset.ts';
import type { Asset } from '../../../asset/index.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { listWriter } from '../import/list-writer.ts';
import { decide } from '../listing/decision.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  const list: [Asset, 'BLOCKED' | 'ALLOWED'][] = [
    [{ type: 'URL', content: 'bad.example' }, 'BLOCKED'],
    [{ type: 'URL', content: 'fine.bad.example' }, 'ALLOWED'],
    [{ type: 'URL', content: 'good.example' }, 'ALLOWED'],
    [{ type: 'URL', content: 'evil.good.example' }, 'BLOCKED'],
    [{ type: 'URL', content: 'github.io' }, 'ALLOWED'],
    [{ type: 'URL', content: 'scam.github.io' }, 'BLOCKED'],
    [{ type: 'PAGE', content: 'pages.example/claim' }, 'BLOCKED'],
    [{ type: 'PAGE', content: 'sites.google.com/view/scam' }, 'BLOCKED'],
    [{ type: 'ADDRESS', content: '0xbad0000000000000000000000000000000000001' }, 'BLOCKED'],
    [{ type: 'TWITTER', content: 'scammer' }, 'BLOCKED'],
    [{ type: 'GITHUB', content: 'scammer' }, 'BLOCKED'],
  ];
  for (const [asset, status] of list)
    await decide(fixture.opened.database, {
      asset,
      status,
      decidedBy: 'OPERATOR',
      source: 'operator',
      reason: status === 'BLOCKED' ? 'Phishing' : null,
    });
}, 60_000);
afterAll(() => fixture.close());

const check = async (content: string) => (await fixture.call(assetCheck, { body: { content } })).body;

describe('POST /asset/check', () => {
  it.each([
    ['bad.example', 'BLOCKED', 'reported'],
    ['https://BAD.example:8443/login?x=1#y', 'BLOCKED', 'reported'],
    ['https://www.bad.example/', 'BLOCKED', 'reported'],
    ['https://a.b.c.bad.example/x', 'BLOCKED', 'parent-domain'],
    ['http://fine.bad.example/x', 'ALLOWED', undefined],
    ['good.example', 'ALLOWED', undefined],
    ['shop.good.example', 'ALLOWED', 'parent-domain'],
    ['evil.good.example', 'BLOCKED', 'reported'],
    ['notbad.example', 'UNKNOWN', 'not-found'],
    ['example', 'UNKNOWN', 'unsupported-type'],
    ['github.io', 'ALLOWED', undefined],
    ['someone.github.io', 'UNKNOWN', 'hosting-domain'],
    ['scam.github.io', 'BLOCKED', 'reported'],
    ['x.scam.github.io', 'BLOCKED', 'parent-domain'],
    ['https://pages.example/claim', 'BLOCKED', 'reported'],
    ['https://pages.example/claim?ref=1', 'BLOCKED', 'reported'],
    ['https://pages.example/', 'UNKNOWN', 'not-found'],
    ['https://sites.google.com/view/scam', 'BLOCKED', 'reported'],
    ['https://sites.google.com/view/other', 'UNKNOWN', 'hosting-domain'],
    ['0xBAD0000000000000000000000000000000000001', 'BLOCKED', 'reported'],
    ['0xbad0000000000000000000000000000000000002', 'UNKNOWN', 'not-found'],
    ['https://x.com/Scammer', 'BLOCKED', 'reported'],
    ['https://twitter.com/scammer?s=20', 'BLOCKED', 'reported'],
    ['https://x.com/somebody', 'UNKNOWN', 'hosting-domain'],
    ['https://github.com/Scammer/drainer/issues', 'BLOCKED', 'parent-domain'],
    ['github.com/scammer/drainer', 'BLOCKED', 'parent-domain'],
    ['https://github.com/scammer', 'BLOCKED', 'reported'],
    ['https://bad-example.translate.goog/x', 'BLOCKED', 'reported'],
    ['https://urldefense.com/v3/__https://a.bad.example/x__;!!a$', 'BLOCKED', 'parent-domain'],
    ['javascript:alert(1)', 'UNKNOWN', 'unsupported-type'],
  ])('%s is %s (%s)', async (content, status, reason) => {
    const body = await check(content);
    expect([body.status, body.reason]).toEqual([status, reason]);
    expect(body.message).toBeTruthy();
  });

  it('names every list that says something', async () => {
    await listWriter(fixture.opened.database)(
      ['first', 'second'].map((source) => ({
        type: 'URL',
        content: 'listed-twice.example',
        status: 'BLOCKED',
        reason: 'Phishing',
        source,
      })),
      () => {},
    );
    await listWriter(fixture.opened.database)(
      [{ type: 'URL', content: 'listed-twice.example', status: 'BLOCKED', reason: 'Scam', source: 'third' }],
      () => {},
    );
    expect(await check('listed-twice.example')).toMatchObject({
      status: 'BLOCKED',
      kind: 'credential-phishing',
      sourceName: 'second',
      sources: [
        { source: 'second', status: 'BLOCKED' },
        { source: 'third', status: 'BLOCKED' },
      ],
    });
  });
});

describe('POST /asset/parse', () => {
  const parse = async (content: string) => (await fixture.call(assetParse, { body: { content } })).body;

  it('reads one asset, however it is written', async () => {
    expect(await parse(' 0xBAD0000000000000000000000000000000000001 ')).toMatchObject({
      type: 'ADDRESS',
      content: '0xbad0000000000000000000000000000000000001',
    });
    expect(await parse('HTTPS://Bad.Example/x')).toEqual({
      type: 'URL',
      content: 'bad.example',
      submittedContent: 'HTTPS://Bad.Example/x',
    });
  });

  it('finds several in raw text, and none where there is none', async () => {
    const body = await parse('Go to https://one.example/a and send to 0xbad0000000000000000000000000000000000001 now');
    expect(body!.assets).toEqual([
      { type: 'URL', content: 'one.example' },
      { type: 'ADDRESS', content: '0xbad0000000000000000000000000000000000001' },
    ]);
    expect(await parse('nothing to see here')).toBeNull();
  });
});
