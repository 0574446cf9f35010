import { describe, expect, it } from 'vitest';
import type { Place, Sighting } from './candidate.ts';
import { Ledger, type MarkedAddress } from './ledger.ts';

const place = (): Place => ({ kind: 'element', element: {} as Element });
const sighting = (content: string, at = place()): Sighting => ({
  candidate: { content, index: 0, length: 42 },
  place: at,
});
const blocked = (content: string): MarkedAddress => ({
  kind: 'blocked',
  asset: { type: 'ADDRESS', content },
  confirmation: 'confirmed',
  checkedAt: 0,
  family: 'Ethereum (EVM)',
});

describe('what a frame knows about its addresses', () => {
  it('asks about an address once, however often it stands there', () => {
    const ledger = new Ledger();
    ledger.sight(sighting('0xa'));
    ledger.sight(sighting('0xa'));
    const questions = ledger.take(500);
    expect(questions).toHaveLength(1);
    ledger.sight(sighting('0xa'));
    expect(ledger.waiting).toBe(0);
    expect(ledger.isSettled).toBe(false);
    ledger.settle(questions, []);
    expect(ledger.isSettled).toBe(true);
  });

  it('marks every place that was seen before the answer came, and those seen after', () => {
    const ledger = new Ledger();
    const [one, two, three] = [place(), place(), place()];
    ledger.sight(sighting('0xa', one));
    const questions = ledger.take(500);
    ledger.sight(sighting('0xa', two));
    expect(ledger.settle(questions, [blocked('0xa')]).map((finding) => finding.place)).toEqual([one, two]);
    expect(ledger.sight(sighting('0xa', three))?.place).toBe(three);
  });

  it('asks about a clear address again only after it was told to forget', () => {
    const ledger = new Ledger();
    ledger.sight(sighting('0xa'));
    expect(ledger.settle(ledger.take(500), [])).toEqual([]);
    expect(ledger.sight(sighting('0xa'))).toBeNull();
    expect(ledger.waiting).toBe(0);
    ledger.forgetClear();
    ledger.sight(sighting('0xa'));
    expect(ledger.waiting).toBe(1);
  });

  it('loses no question when there was no answer', () => {
    const ledger = new Ledger();
    const at = place();
    ledger.sight(sighting('0xa', at));
    ledger.restore(ledger.take(500));
    expect(ledger.take(500).map((question) => question.places)).toEqual([[at]]);
  });

  it('takes no more than one message may hold', () => {
    const ledger = new Ledger();
    for (let index = 0; index < 700; index += 1) ledger.sight(sighting(`0x${index}`));
    expect(ledger.take(500)).toHaveLength(500);
    expect(ledger.waiting).toBe(200);
  });

  it('stays within bounds on a page that invents addresses, and still asks about the newest', () => {
    const ledger = new Ledger();
    for (let index = 0; index < 20_000; index += 1) ledger.sight(sighting(`0x${index}`));
    expect(ledger.waiting).toBe(5000);
    expect(ledger.take(5000).at(-1)?.content).toBe('0x19999');
    for (let index = 0; index < 20_000; index += 1) ledger.sight(sighting('0xsame'));
    expect(ledger.take(1)[0]?.places).toHaveLength(200);
  });

  it('counts distinct addresses and the blocked among them, from the start of each view', () => {
    const ledger = new Ledger();
    ledger.sight(sighting('0xa'));
    ledger.sight(sighting('0xb'));
    ledger.sight(sighting('0xb'));
    ledger.settle(ledger.take(500), [blocked('0xb')]);
    expect(ledger.counts).toEqual({ found: 2, blocked: 1 });
    ledger.beginView();
    ledger.sight(sighting('0xa'));
    expect(ledger.counts).toEqual({ found: 1, blocked: 0 });
    ledger.sight(sighting('0xb'));
    expect(ledger.counts).toEqual({ found: 2, blocked: 1 });
    ledger.release('0xb');
    expect(ledger.counts).toEqual({ found: 2, blocked: 0 });
  });

  it('asks about a name that may be the end of a sentence, and counts it only where it is marked', () => {
    const ledger = new Ledger();
    const mixed = { candidate: { content: '我的a.eth', index: 0, length: 7, mayRunOn: true as const }, place: place() };
    ledger.sight(mixed);
    expect(ledger.counts).toEqual({ found: 0, blocked: 0 });
    ledger.settle(ledger.take(500), [blocked('我的a.eth')]);
    expect(ledger.counts).toEqual({ found: 1, blocked: 1 });
    ledger.beginView();
    ledger.sight(mixed);
    expect(ledger.counts).toEqual({ found: 1, blocked: 1 });
  });

  it('counts what is no address as nothing, and never asks about it again', () => {
    const ledger = new Ledger();
    ledger.sight(sighting('Tron'));
    ledger.sight(sighting('0xa'));
    ledger.settle(ledger.take(500), [], ['Tron']);
    ledger.sight(sighting('Tron'));
    expect(ledger.counts).toEqual({ found: 1, blocked: 0 });
    expect(ledger.waiting).toBe(0);
  });
});
