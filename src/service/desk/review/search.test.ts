import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeskFixture, type Visitor } from '../desk.fixture.ts';

let desk: DeskFixture;
let viewer: Visitor;
beforeAll(async () => {
  desk = await DeskFixture.open();
  viewer = await desk.person('viewer');
}, 60_000);
afterAll(() => desk.close());

const find = async (text: string, who = viewer) =>
  [
    ...(await who.get(`/desk/search?q=${encodeURIComponent(text)}`)).text.matchAll(/href="\/desk\/reports\/(\d+)"/g),
  ].map(([, id]) => Number(id));

it('finds a report by its number, an asset in any spelling, and words', async () => {
  const { id } = await desk.report(['https://Wallet-Claim.example/now', '0xbad0000000000000000000000000000000000007'], {
    title: 'A 100% bonus',
  });
  for (const text of [
    String(id),
    `#${id}`,
    'http://wallet-claim.example/',
    '0xBAD0000000000000000000000000000000000007',
    'claim.exa',
    '100% BONUS',
  ])
    expect(await find(text), text).toEqual([id]);
  for (const text of ['', 'nothing', '100_ bonus', '%', '\0', "'; drop table reports; --"])
    expect(await find(text), text).toEqual(text === '%' ? [id] : []);
});

it('finds nothing of other organizations', async () => {
  const { id } = await desk.report(
    ['elsewhere.example'],
    {},
    await desk.service.key(['report'], [desk.service.foreign]),
  );
  expect(await find('elsewhere.example')).toEqual([]);
  expect(await find(String(id))).toEqual([]);
  expect(await find('elsewhere', await desk.person('viewer', { everything: true }))).toEqual([id]);
});

it('shows what was searched for as text', async () => {
  const { text } = await viewer.get(`/desk/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(text).toContain('value="&quot;&gt;&lt;script&gt;');
  expect(text).not.toContain('<script>alert');
});
