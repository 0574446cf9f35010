import { expect, type Page } from '@playwright/test';
import { redPart } from '../e2e/harness/page/pixels.ts';
import type * as Parts from './parts.ts';
import { test } from './stage.ts';

const PAGE = '<!doctype html><title>page</title><body style="background: #d00000"></body>';

type Said = 'clear' | 'checking' | 'blocked' | 'error';
type Case = { readonly local: 'hit' | 'unlisted' | 'unknown'; readonly check?: Said; readonly settle?: Said };

/** Runs a guard with a real curtain in front of the page; returns where it navigated, or null if the page is shown. */
async function guarded({ Curtain, Guard, InputStop, ParserHold }: typeof Parts, { local, check, settle }: Case) {
  const input = new InputStop(document);
  const curtain = new Curtain(document, new ParserHold(document, input), input);
  const answer = async (said: Said = 'error') => {
    if (said === 'error') throw new Error('Nobody answers');
    return said;
  };
  let left: string | null = null;
  const guard = new Guard({
    curtain,
    url: () => 'http://page.example/',
    look: async () => (local === 'hit' ? { kind: local, prefixes: [7] } : { kind: local }),
    check: () => answer(check),
    settle: () => answer(settle),
    isFrame: false,
    isGone: () => false,
    giveUp: () => false,
    reload: () => {},
    leave: (url) => {
      left = url;
    },
    // Waits end at once, except the two silence timeouts, which are not under test.
    wait: (milliseconds) => (milliseconds >= 4_000 ? new Promise(() => undefined) : Promise.resolve()),
  });
  await guard.examine();
  return { left, up: curtain.isUp };
}
const redOf = async (page: Page) => redPart(await page.screenshot());

for (const [words, facts] of [
  ['the list does not have it', { local: 'unlisted' }],
  ['the worker says that it is clear', { local: 'unknown', check: 'clear' }],
  ['the service says that a hit was none', { local: 'hit', check: 'checking', settle: 'clear' }],
] as const satisfies readonly (readonly [string, Case])[])
  test(`a page is shown where ${words}`, async ({ open }) => {
    const { page, run } = await open(PAGE);
    expect(await run(guarded, facts)).toEqual({ left: null, up: false });
    expect(await redOf(page)).toBeGreaterThan(0.9);
  });

for (const [words, facts] of [
  ['the service confirms it', { local: 'hit', check: 'checking', settle: 'blocked' }],
  ['nobody answers about a hit', { local: 'hit' }],
  ['the service cannot be asked about a hit', { local: 'hit', check: 'checking', settle: 'error' }],
] as const satisfies readonly (readonly [string, Case])[])
  test(`a page is left and never shown where ${words}`, async ({ open }) => {
    const { page, run } = await open(PAGE);
    expect(await run(guarded, facts)).toEqual({ left: 'http://page.example/', up: true });
    expect(await redOf(page)).toBe(0);
  });
