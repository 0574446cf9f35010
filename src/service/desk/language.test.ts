import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reports } from '../database/schema/index.ts';
import { DeskFixture, type Visitor } from './desk.fixture.ts';

let desk: DeskFixture;
let reviewer: Visitor;
beforeAll(async () => {
  desk = await DeskFixture.open();
  reviewer = await desk.person('reviewer');
}, 60_000);
afterAll(() => desk.close());

const spoken = (text: string) => /<html lang="([^"]+)" dir="([^"]+)">/.exec(text)?.slice(1).join(' ');
const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };

it('is the browser’s, on every page, before the sign-in too', async () => {
  for (const path of ['/desk', '/desk/disputes', '/desk/sessions', '/desk/search?q=x', '/desk/nowhere'])
    expect(spoken((await reviewer.get(path, german)).text), path).toBe('de ltr');
  const stranger = await desk.visitor().get('/desk', german);
  expect(spoken(stranger.text)).toBe('de ltr');
  expect(stranger.text).toContain('Dein Schlüssel');
  expect(stranger.headers.get('content-language')).toBe('de');
  expect(spoken((await reviewer.get('/desk')).text)).toBe('en ltr');
});

it('is another one from where somebody chooses it, and then everywhere, where a form leads too', async () => {
  const { headers, text } = await reviewer.get('/desk?part=late&language=ar', german);
  expect(spoken(text)).toBe('ar rtl');
  expect(text).toContain('href="?part=late&amp;language=es"');
  const kept = /^desk-language=ar; .*Path=\/desk.*HttpOnly.*SameSite=Strict/;
  expect(headers.getSetCookie().find((cookie) => kept.test(cookie))).toBeDefined();
  const cookie = `desk=${reviewer.cookie}; desk-language=ar`;
  expect(spoken((await reviewer.get('/desk/disputes', { ...german, cookie })).text)).toBe('ar rtl');
  const refused = await reviewer.post('/desk/reports/1/merge', { into: '' }, { cookie });
  expect(spoken(refused.text)).toBe('ar rtl');
  expect((await reviewer.get('/desk?language=xx', german)).headers.getSetCookie()).toEqual([]);
});

it('has its own plurals, commas, numbers and times', async () => {
  const { id } = await desk.report(['a.example', 'b.example', 'c.example']);
  const createdAt = new Date(Date.now() - 21.5 * 3_600_000);
  await desk.database.update(reports).set({ createdAt }).where(eq(reports.id, id));
  const seen = async (language: string) => (await reviewer.get('/desk', { 'accept-language': language })).text;
  expect(await seen('de')).toContain('und 2 weitere');
  expect(await seen('de')).toContain('fällig in 2 Stunden');
  expect(await seen('es')).toContain('vence dentro de 2 horas');
  expect(await seen('ar')).toContain('واثنان آخران');
  const found = await reviewer.get('/desk/search?q=a.example', { 'accept-language': 'ar' });
  expect(found.text).toContain('<bdi>a.example</bdi>، <bdi>b.example</bdi>');
});
