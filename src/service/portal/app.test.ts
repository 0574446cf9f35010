import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nameInTraffic, REQUESTS } from '../../api/requests.ts';
import { assets, proposals, reportAssets, reports } from '../database/schema/index.ts';
import { NOW, PortalFixture } from './portal.fixture.ts';

let portal: PortalFixture;
beforeAll(async () => {
  portal = await PortalFixture.open();
}, 60_000);
beforeEach(() => portal.reset());
afterAll(() => portal.opened.close());

describe('visibility', () => {
  it('PUBLIC shows listing, metrics, forms and banner', async () => {
    const { text, headers } = await portal.get('/acme/reports');
    expect(text).toContain('<h1>Reported scams</h1>');
    expect(text).toContain('drainer.wary.test');
    expect(text).toContain('0xBaD0000000000000000000000000000000000001');
    expect(text).toContain('<strong>Acme never writes first.</strong>');
    expect(text).toContain('href="https://acme.test/"');
    for (const tab of ['check', 'reports', 'metrics', 'report', 'dispute'])
      expect(text).toContain(`href="/acme/${tab}"`);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'; /);
    expect(text).not.toMatch(/<script|<style|style=|javascript:/i);
  });

  it.each(['en', 'de', 'es', 'ar'])(
    'a privacy policy names every request of the extension, in %s, and each page leads there',
    async (language) => {
      const { status, text } = await portal.get(`/acme/privacy?language=${language}`);
      expect(status).toBe(200);
      expect(text.match(/<dt>/g)).toHaveLength(new Set(REQUESTS.map(nameInTraffic)).size);
      expect(text).not.toMatch(/\{\w+\}/);
      expect((await portal.get(`/acme?language=${language}`)).text).toContain(
        `href="/acme/privacy?language=${language}"`,
      );
      expect((await portal.get('/nowhere/privacy')).status).toBe(404);
    },
  );

  it('wears the colour of the organization’s brand, in light and dark', async () => {
    const path = /href="(\/-\/accent\.[0-9a-f]{6}\.css)"/.exec((await portal.get('/acme')).text)?.[1] ?? '';
    expect(path).toBe('/-/accent.2f6f4f.css');
    const { status, text, headers } = await portal.get(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    const hues = [...text.matchAll(/--accent: oklch\([\d.]+ [\d.]+ ([\d.]+)\)/g)].map(([, hue]) => Number(hue));
    expect(hues).toHaveLength(2);
    expect(hues[0]).toBeCloseTo(197, -1);
    expect(hues[1]).toBe(hues[0]);
    expect((await portal.get('/borealis')).text).not.toContain('accent');
    expect((await portal.get('/-/accent.2f6f4g.css')).status).toBe(404);
  });

  it('what nobody has reviewed is counted and not shown', async () => {
    const { text } = await portal.get('/acme/reports');
    expect(text).not.toContain('shop.wary.test');
    expect(text).toContain('1 more report is being reviewed');
  });

  it('descriptions, titles and contacts never leave', async () => {
    const { text } = await portal.get('/acme/reports');
    expect(text).not.toContain('Connect button');
    expect(text).not.toContain('approval of everything');
  });

  it('PRIVATE shows only the report form, under the custom name and slug', async () => {
    const { text } = await portal.get('/borealis');
    expect(text).toContain('<h1>Report a scam to Borealis Safety</h1>');
    expect(text).not.toContain('<nav class="tabs"');
    expect(text).toContain('noindex');
    expect((await portal.get('/borealis/report')).status).toBe(200);
    for (const tab of ['check', 'reports', 'metrics', 'dispute'])
      expect((await portal.get(`/borealis/${tab}`)).status).toBe(404);
    expect((await portal.post('/borealis/check', { text: 'drainer.wary.test' })).status).toBe(404);
    expect((await portal.post('/borealis/dispute', { content: 'drainer.wary.test' })).status).toBe(404);
    expect(portal.filed).toEqual([]);
  });

  it('an organization that takes no reports has no report form, and its other pages', async () => {
    const { slug } = await portal.organization({ reportingActive: false });
    const { text } = await portal.get(`/${slug}`);
    expect(text).toContain(`href="/${slug}/dispute"`);
    expect(text).not.toContain(`/${slug}/report"`);
    const refusals = [
      await portal.get(`/${slug}/report`),
      await portal.post(`/${slug}/report`, { assets: 'scam.example' }),
    ];
    for (const refusal of refusals) {
      expect(refusal.status).toBe(404);
      expect(refusal.text).toContain('Test isn’t taking reports here right now');
      expect(refusal.text).not.toContain('<form');
    }
    expect(portal.filed).toEqual([]);
  });

  it('a PRIVATE portal that takes no reports says so', async () => {
    const { slug } = await portal.organization({ reportingActive: false, portalVisibility: 'PRIVATE' });
    const { status, text } = await portal.get(`/${slug}`);
    expect(status).toBe(200);
    expect(text).toContain('Test isn’t taking reports here right now');
    expect(text).not.toContain('<form');
  });

  it('a custom slug replaces the own one even without custom details', async () => {
    expect((await portal.get('/cobalt')).text).toContain('Cobalt Exchange');
    expect((await portal.get('/cobalt')).text).not.toContain('Not shown');
    expect((await portal.get('/cobalt-exchange')).status).toBe(404);
  });

  it('a private listing and private metrics leave the check and the forms', async () => {
    expect((await portal.get('/cobalt')).text).toContain('<h1>Is it a scam?');
    expect((await portal.get('/cobalt/reports')).status).toBe(404);
    expect((await portal.get('/cobalt/metrics')).status).toBe(404);
    expect((await portal.get('/cobalt/dispute')).status).toBe(200);
  });

  it('disabled metrics are absent while the listing stays', async () => {
    expect((await portal.get('/fjord-pay/reports')).text).toContain('Nothing has been blocked after a report yet');
    expect((await portal.get('/fjord-pay/metrics')).status).toBe(404);
  });

  it('a banner that is on but not written shows nothing', async () => {
    expect((await portal.get('/ember-market')).text).not.toContain('<aside');
  });

  const missing = [
    '/dune-custody',
    '/harbour-labs',
    '/unknown',
    '/acme/settings',
    '/dune-custody/report',
    '/%00',
    '/%E0%A4',
  ];
  for (const path of missing)
    it(`${path} is not found, with the same words for all`, async () => {
      const { status, text, headers } = await portal.get(path);
      expect(status).toBe(404);
      expect(text).toBe((await portal.get('/nowhere')).text);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    });

  it('metrics are the numbers of this organization', async () => {
    const { text } = await portal.get('/acme/metrics');
    expect(text).toMatch(/<dt[^>]*>blocked after a report<\/dt><dd>8<\/dd>/);
    expect(text).toMatch(/<dt[^>]*>reports in all<\/dt><dd>6<\/dd>/);
    expect(text).toMatch(/Wallet address<\/th><td>4<\/td>/);
    expect(text).toContain('<tr><th scope="row">31 October 2026</th><td>1</td></tr>');
    expect((await portal.get('/ember-market/metrics')).text).toMatch(/blocked after a report<\/dt><dd>0<\/dd>/);
  });

  it('the style sheet is served under the name the pages use, for ever', async () => {
    const path = /href="(\/-\/portal\.[0-9a-f]{16}\.css)"/.exec((await portal.get('/acme')).text)?.[1];
    const { status, text, headers } = await portal.get(path!);
    expect(status).toBe(200);
    expect(text).toContain('--surface');
    expect(headers.get('cache-control')).toContain('immutable');
  });
});

describe('the address of the service itself', () => {
  it('leads to the portals that anybody may find, and to no others', async () => {
    const { status, text, headers } = await portal.get('/');
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    const links = [...text.matchAll(/<a href="([^"]*)"><bdi>([^<]*)<\/bdi><\/a>/g)].map(
      ([, path, name]) => `${path} ${name}`,
    );
    expect(links).toEqual(expect.arrayContaining(['/acme Acme', '/cobalt Cobalt Exchange']));
    // PRIVATE, DISABLED and INACTIVE
    expect(text).not.toMatch(/borealis|dune|harbour/i);
  });
});

describe('a slash at the end', () => {
  it('leads to the page without it, on this site', async () => {
    const to = async (path: string) => {
      const { status, headers } = await portal.get(path);
      return `${status} ${headers.get('location')}`;
    };
    expect(await to('/acme/')).toBe('301 /acme');
    expect(await to('/acme/report/')).toBe('301 /acme/report');
    expect(await to('/%2Fevil.example/')).toBe('301 /%2Fevil.example');
    expect(await to('/%5C%5Cevil.example/')).toBe('301 /%5C%5Cevil.example');
    expect((await portal.get('//evil.example/')).headers.get('location')).toBeNull();
  });
});

describe('hostile content', () => {
  it('cannot become markup or script, wherever it stands', async () => {
    const { slug } = await portal.organization({
      name: '<script>alert(1)</script>"\'>',
      avatarUrl: 'javascript:alert(2)',
      websiteUrl: 'javascript:alert(3)',
      portalBannerEnabled: true,
      portalBannerContent: [
        '<script>alert(4)</script><img src=x onerror=alert(5)><iframe src="https://evil.test"></iframe>',
        '[a](javascript:alert(6)) [b](data:text/html,x) [c](vbscript:x) [d](//evil.test) <javascript:alert(7)>',
        '![pixel](https://evil.test/pixel.png)',
        '# Heading',
        '<a href="java&#10;script:alert(8)" onclick="alert(9)">e</a>',
      ].join('\n\n'),
    });
    const { text } = await portal.get(`/${slug}/reports`);
    expect(text).toContain('&lt;script&gt;alert(1)');
    expect(text).not.toMatch(/<script|<img|<iframe|<svg[^>]*onload/i);
    const tags = (text.match(/<[^>]+>/g) ?? []).join('\n');
    const links = [...tags.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, link]) => link!);
    expect(
      links.filter((link) => !/^(\/|https?:|mailto:|#main$|\?language=\w+$)/.test(link) || link.startsWith('//')),
    ).toEqual([]);
    expect(tags).not.toMatch(/\son\w+=/i);
    expect(text).toContain('<h2>Heading</h2>');
  });

  it('in an avatar address cannot widen the policy', async () => {
    const { slug } = await portal.organization({ avatarUrl: "https://a.test/x.png;script-src 'unsafe-inline'" });
    const policy = (await portal.get(`/${slug}/reports`)).headers.get('content-security-policy');
    expect(policy).toContain("img-src 'self' https://a.test;");
    expect(policy).not.toContain('script-src');
  });

  it('in a query is not a page', async () => {
    for (const query of ['?before=1%27--', '?before=99999999999999999999', '?before=-1', '?sent=%3Cscript%3E'])
      expect((await portal.get(`/acme/reports${query}`)).status).toBe(200);
    expect(portal.failures).toEqual([]);
  });
});

describe('a long listing', () => {
  it('is read page by page without a gap or a repetition', async () => {
    const { database } = portal.opened;
    const { id: organizationId, slug } = await portal.organization({});
    const [blocked] = await database
      .select({ id: assets.id })
      .from(assets)
      .where(eq(assets.status, 'BLOCKED'))
      .limit(1);
    for (let index = 0; index < 45; index += 1) {
      // Three reports share each creation time, so that only their ids order them.
      const createdAt = new Date(NOW - Math.floor(index / 3) * 1000);
      const [row] = await database.insert(reports).values({ organizationId, createdAt }).returning({ id: reports.id });
      const named = { reportId: row!.id, assetId: blocked!.id };
      await database.insert(reportAssets).values({ ...named, submittedContent: 'x' });
      await database.insert(proposals).values({ ...named, proposedStatus: 'BLOCKED' });
    }
    const seen: string[] = [];
    let next: string | undefined = `/${slug}/reports`;
    while (next !== undefined) {
      const { text } = await portal.get(next);
      seen.push(...[...text.matchAll(/Report (\d+)/g)].map(([, id]) => id!));
      next = /href="([^"]*before=\d+)"/.exec(text)?.[1];
    }
    expect(seen).toHaveLength(45);
    expect(new Set(seen).size).toBe(45);
  });
});
