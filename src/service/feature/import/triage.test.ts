import { describe, expect, it } from 'vitest';
import type { ListStatus, RawEntry } from './format/entry.ts';
import type { SkipReason } from './reason.ts';
import { triage } from './triage.ts';

const host = (content: string, status: ListStatus = 'BLOCKED'): RawEntry => ({ content, status, reason: 'Phishing' });

const taken = async (raws: readonly RawEntry[]) => (await triage(raws, 'list')).entries.map(({ content }) => content);
const skipReasons = async (raws: readonly RawEntry[]): Promise<SkipReason[]> =>
  (await triage(raws, 'list')).skipped.rows().map(([reason]) => reason);

describe('spelling', () => {
  const spellings = [
    ['dotted.example.', 'dotted.example'],
    ['Mixed.Example', 'mixed.example'],
    ['aavè.com', 'xn--aav-8la.com'],
    ['odd-port.top:448', 'odd-port.top'],
  ] as const;
  for (const [written, canonical] of spellings)
    it(`${written} is listed as ${canonical}`, async () => {
      const result = await triage([host(written)], 'list');
      expect(result.entries).toEqual([
        { type: 'URL', content: canonical, status: 'BLOCKED', reason: 'Phishing', source: 'list' },
      ]);
    });

  it('skips a repetition in any spelling', async () => {
    const result = await triage(
      ['a.example', 'a.example.', 'A.example', 'a.example', 'xn--aav-8la.com', 'aavè.com'].map((name) => host(name)),
      'list',
    );
    expect(result.entries).toHaveLength(2);
    expect(result.skipped.of('duplicate')).toEqual({ count: 4, examples: ['a.example.', 'A.example', 'a.example'] });
  });
});

describe('what is covered', () => {
  it('a www. twin is skipped, whichever comes first', async () => {
    expect(await taken([host('www.a.example'), host('a.example')])).toEqual(['a.example']);
    expect(await skipReasons([host('a.example'), host('www.a.example')])).toEqual(['www-twin']);
  });

  it('a lone www. host stays as it was reported', async () => {
    expect(await taken([host('www.lone.example')])).toEqual(['www.lone.example']);
  });

  it('a host below a listed one is skipped', async () => {
    const result = await triage([host('deep.sub.a.example'), host('a.example')], 'list');
    expect(result.entries.map(({ content }) => content)).toEqual(['a.example']);
    expect(result.skipped.of('covered').examples).toEqual(['deep.sub.a.example']);
  });

  it('a host so deep that no expression of its URL names the listed one stays', async () => {
    // Expressions reach the last five labels only, so the six-label host does not cover what is below it.
    expect(await taken([host('b.c.d.e.a.example'), host('x.b.c.d.e.a.example')])).toEqual([
      'b.c.d.e.a.example',
      'x.b.c.d.e.a.example',
    ]);
  });

  it('nothing is covered by an allowed host or by a skipped platform', async () => {
    expect(await taken([host('a.example', 'ALLOWED'), host('bad.a.example')])).toEqual(['a.example', 'bad.a.example']);
    expect(await taken([host('pages.dev'), host('scam.pages.dev')])).toEqual(['scam.pages.dev']);
  });

  it('nothing is covered by a host that stays open, unless by another one above it', async () => {
    const raws = ['bad.a.example', 'a.example', 'www.a.example', 'x.b.c.example', 'b.c.example', 'c.example'].map(
      (name) => host(name),
    );
    const openAmong = async (entries: readonly { content: string }[]) => {
      expect(entries.map(({ content }) => content).sort()).toEqual(['a.example', 'b.c.example', 'c.example']);
      return new Set(['a.example', 'b.c.example']);
    };
    const result = await triage(raws, 'list', () => {}, openAmong);
    expect(result.entries.map(({ content }) => content)).toEqual(['bad.a.example', 'a.example', 'c.example']);
    expect(result.skipped.of('covered').examples).toEqual(['x.b.c.example', 'b.c.example']);
    expect(result.skipped.of('www-twin').examples).toEqual(['www.a.example']);
  });

  it('a name that only ends alike is not covered', async () => {
    expect(await taken([host('a.example'), host('xa.example')])).toEqual(['a.example', 'xa.example']);
  });
});

describe('what is never listed', () => {
  const refused: [string, SkipReason][] = [
    ['github.io', 'public-suffix'],
    ['www.github.io', 'public-suffix'],
    ['co.uk', 'public-suffix'],
    ['youtube.com', 'never-listed'],
    ['www.youtube.com', 'never-listed'],
    ['x.com', 'shared'],
    ['sites.google.com', 'shared'],
    ['https://x.com/', 'shared'],
    ['hub.docker.com', 'platform'],
    ['www.chase.com', 'never-listed'],
    ['us-east-1.elb.amazonaws.com', 'public-suffix'],
    ['10.0.0.1', 'inside-network'],
    ['127.0.0.1', 'inside-network'],
    ['*.*.gateway.example', 'wildcard'],
    ['bad-*.example', 'wildcard'],
    ['QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnU4PS'.toLowerCase(), 'ipfs-case'],
    ['localhost', 'inside-network'],
    ['localhost.localdomain', 'inside-network'],
    ['203.0.113.0/24', 'network'],
    ['8.8.8.8', 'never-listed'],
    ['https://app.honest.example/#/evil', 'fragment'],
    ['com12786312634', 'not-understood'],
    ['two words.example', 'not-understood'],
    ['javascript:alert(1)', 'not-understood'],
    ['scammer@mail.example', 'not-understood'],
    ['mailto:scammer@mail.example?subject=x', 'not-understood'],
    ['m.vk.com', 'shared'],
    ['https://forms.office.com/Pages/ResponsePage.aspx', 'shared'],
    ['https://www.microsoft.com/en-us/', 'platform'],
    ['github.io/interface', 'public-suffix'],
    ['-dash.example', 'not-understood'],
    [`${'a'.repeat(64)}.example`, 'not-understood'],
    ['', 'not-understood'],
  ];
  for (const [content, reason] of refused)
    it(`${JSON.stringify(content)} (${reason})`, async () => {
      expect(await taken([host(content)])).toEqual([]);
      expect(await skipReasons([host(content)])).toEqual([reason]);
    });

  it('but a public address and a name with an underscore are', async () => {
    expect(await taken([host('204.76.203.9'), host('my_site.vercel.app')])).toEqual([
      '204.76.203.9',
      'my_site.vercel.app',
    ]);
  });
});

describe('what is more than a host', () => {
  it('an account of a platform is listed as the account', async () => {
    expect((await triage([host('twitter.com/FakeAirdrop'), host('x.com/FakeAirdrop')], 'list')).entries).toMatchObject([
      { type: 'TWITTER', content: 'fakeairdrop' },
    ]);
  });

  it('a page of a site is listed as the page, not as the site', async () => {
    expect((await triage([host('https://mixed.example/claim?id=1')], 'list')).entries).toMatchObject([
      { type: 'PAGE', content: 'mixed.example/claim?id=1' },
    ]);
  });

  it('an address with an empty query is the site, and one with a name before its host is taken without it', async () => {
    for (const written of ['https://mixed.example/?', 'https://mixed.example/?&', 'https://user@mixed.example'])
      expect((await triage([host(written)], 'list')).entries).toMatchObject([
        { type: 'URL', content: 'mixed.example' },
      ]);
    expect((await triage([host('medium.com/@evil')], 'list')).entries).toMatchObject([
      { type: 'MEDIUM', content: '@evil' },
    ]);
  });

  it('an IPFS id is listed once for all gateways, also without a host', async () => {
    const id = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
    const result = await triage([host(`${id}.ipfs.dweb.link`), host(`${id}.ipfs.nftstorage.link`), host(id)], 'list');
    expect(result.entries).toMatchObject([{ type: 'IPFS', content: id }]);
    expect(result.skipped.of('duplicate').count).toBe(2);
  });
});

describe('the allowlist of a file', () => {
  it('may name a bank, and no host that many people share', async () => {
    const result = await triage([host('www.chase.com', 'ALLOWED'), host('vk.com', 'ALLOWED')], 'list');
    expect(result.entries).toMatchObject([{ type: 'URL', content: 'www.chase.com', status: 'ALLOWED' }]);
    expect(result.skipped.of('shared').count).toBe(1);
  });

  it('wins over its blocklist, whichever comes first', async () => {
    const both = [host('good.example'), host('good.example', 'ALLOWED')];
    for (const raws of [both, both.toReversed()]) {
      const result = await triage(raws, 'list');
      expect(result.entries).toMatchObject([{ content: 'good.example', status: 'ALLOWED' }]);
      expect(result.skipped.of('allowed').count).toBe(1);
    }
  });
});

describe('addresses', () => {
  it('are listed in one spelling, others skipped', async () => {
    const mixed = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    const result = await triage([host(mixed), host(mixed.toLowerCase()), host('not an address')], 'list');
    expect(result.entries).toMatchObject([{ type: 'ADDRESS', content: mixed.toLowerCase() }]);
    expect(result.skipped.of('duplicate').count).toBe(1);
    expect(result.skipped.of('not-understood').count).toBe(1);
  });

  it('that nobody holds, or that everybody uses, are not listed', async () => {
    expect(await skipReasons([host('0x0000000000000000000000000000000000000000')])).toEqual(['nobody']);
    const contracts = ['0xdAC17F958D2ee523a2206206994597C13D831ec7', 'So11111111111111111111111111111111111111112'];
    for (const contract of contracts) expect(await skipReasons([host(contract)])).toEqual(['never-listed']);
  });

  it('inside other text are not taken', async () => {
    expect(await skipReasons([host('send to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')])).toEqual(['not-understood']);
  });
});

it('counts and shows what a format says is no entry, and what it could not read', async () => {
  const result = await triage(
    [host('a.example'), { content: '##.ad', skip: 'no-entry' }, { content: 'cut row', skip: 'not-understood' }],
    'list',
  );
  expect(result.entries).toHaveLength(1);
  expect(result.skipped.of('no-entry').examples).toEqual(['##.ad']);
  expect(result.strange).toEqual(['cut row']);
});

it('accounts for every entry', async () => {
  const raws = ['a.example', 'www.a.example', 'github.io', 'nothing', 'a.example', 'b.example.'].map((name) =>
    host(name),
  );
  const result = await triage(raws, 'list');
  expect(result.entries.length + result.skipped.total).toBe(result.read);
  expect(result.read).toBe(6);
});
