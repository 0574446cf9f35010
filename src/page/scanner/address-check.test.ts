import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageRequest } from '../../messaging/catalogue.ts';
import { ExtensionGone } from '../../messaging/send.ts';
import { AddressCheck, type Send } from './address-check.ts';
import { type Change, type Finding, Ledger, type MarkedAddress } from './ledger.ts';

type Answer = { readonly enabled: boolean; readonly marked: readonly MarkedAddress[] };

const verdictOf = (content: string): MarkedAddress => ({
  kind: 'blocked',
  asset: { type: 'ADDRESS', content },
  confirmation: 'confirmed',
  checkedAt: 0,
  family: 'Ethereum (EVM)',
});

const TIME = {
  now: () => performance.now(),
  after: (callback: () => void, delay: number): (() => void) => {
    const id = setTimeout(callback, delay);
    return () => clearTimeout(id);
  },
};

describe('asking about addresses', () => {
  let ledger: Ledger;
  let asked: string[][];
  let findings: Finding[];
  let changes: Change[];
  let settled: string[][];
  let turns: MarkedAddress[][];
  let answer: (contents: string[]) => Promise<Answer>;
  let ended: number;
  let isShown: boolean;
  let addressCheck: AddressCheck;

  const sight = (...contents: string[]): void => {
    for (const content of contents) {
      ledger.sight({
        candidate: { content, index: 0, length: 42 },
        place: { kind: 'element', element: {} as Element },
      });
    }
    addressCheck.wake();
  };

  beforeEach(() => {
    vi.useFakeTimers();
    ledger = new Ledger();
    asked = [];
    findings = [];
    changes = [];
    settled = [];
    turns = [];
    ended = 0;
    isShown = true;
    answer = async (contents) => ({
      enabled: true,
      marked: contents.filter((content) => content.startsWith('0xbad')).map(verdictOf),
    });
    const send = async (name: string, request: unknown): Promise<unknown> => {
      const contents = (request as MessageRequest<'assetsCheck'>).assets.map((asset) => asset.content);
      if (name === 'assetsSettle') {
        settled.push(contents);
        return { settled: turns.shift() ?? [] };
      }
      expect(name).toBe('assetsCheck');
      asked.push(contents);
      return answer(contents);
    };
    addressCheck = new AddressCheck({
      ledger,
      send: send as Send,
      time: TIME,
      isShown: () => isShown,
      changed: (change) => {
        if (change.gone.length > 0) changes.push(change);
        else findings.push(...change.findings);
      },
      ended: () => {
        ended += 1;
      },
    });
  });
  afterEach(() => vi.useRealTimers());

  it('sends nothing from a page without candidates', async () => {
    addressCheck.wake();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([]);
  });

  it('puts what is found close together into one message and answers with the blocked', async () => {
    sight('0xa', '0xbad');
    sight('0xb');
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual([['0xa', '0xbad', '0xb']]);
    expect(findings.map((finding) => finding.verdict.asset.content)).toEqual(['0xbad']);
  });

  it('asks again about known addresses that end the same: a worker that started since knows none of them', async () => {
    sight('0x1111aaaa', '0x2222bbbb', '0xbad1cccc');
    await vi.advanceTimersByTimeAsync(1000);
    sight('0x3333aaaa', '0x4444dddd', '0x5555cccc');
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked[1]).toEqual(['0x1111aaaa', '0xbad1cccc', '0x3333aaaa', '0x4444dddd', '0x5555cccc']);
    expect(findings).toHaveLength(1);
  });

  it('sends more than one message may hold in several, one after the other', async () => {
    sight(...Array.from({ length: 1200 }, (_, index) => `0x${index}`));
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked.map((contents) => contents.length)).toEqual([500, 500, 200]);
  });

  it('asks again after a while when the background did not answer, and not for ever', async () => {
    answer = async () => {
      throw new Error('unreachable');
    };
    sight('0xbad');
    await vi.advanceTimersByTimeAsync(300_000);
    expect(asked).toHaveLength(6);
    answer = async (contents) => ({ enabled: true, marked: contents.map(verdictOf) });
    addressCheck.wake();
    await vi.advanceTimersByTimeAsync(1000);
    expect(findings).toHaveLength(1);
  });

  it('says when the protection is off and when the extension is gone', async () => {
    answer = async () => ({ enabled: false, marked: [] });
    sight('0xa');
    await vi.advanceTimersByTimeAsync(1000);
    expect(ended).toBe(1);
    answer = async () => {
      throw new ExtensionGone('The extension was updated or removed');
    };
    sight('0xb');
    await vi.advanceTimersByTimeAsync(1000);
    expect(ended).toBe(2);
  });

  it('marks an address as being checked at once, and settles it when the background answers', async () => {
    const checking = (content: string): MarkedAddress => ({ ...verdictOf(content), kind: 'checking' });
    answer = async (contents) => ({ enabled: true, marked: contents.map(checking) });
    turns = [[verdictOf('0xbad1')], [], [{ ...verdictOf('0xbad2'), kind: 'clear' }]];
    sight('0xbad1', '0xbad2');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(findings.map(({ verdict }) => verdict.kind)).toEqual(['checking', 'checking']);
    expect(changes.map(({ gone }) => gone)).toEqual([['0xbad1']]);
    expect(changes[0]?.findings.map(({ verdict }) => verdict.kind)).toEqual(['blocked']);
    expect(settled).toEqual([['0xbad1', '0xbad2'], ['0xbad2']]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(changes[1]).toEqual({ gone: ['0xbad2'], findings: [] });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(settled).toHaveLength(3);
    expect(asked).toHaveLength(1);
  });

  it('marks as unconfirmed what nobody confirms, and asks again until somebody does', async () => {
    const of = (kind: MarkedAddress['kind']): MarkedAddress => ({ ...verdictOf('0xbad1'), kind });
    answer = async () => ({ enabled: true, marked: [of('checking')] });
    turns = [[of('unconfirmed')], [of('unconfirmed')], [of('unconfirmed')], [of('blocked')]];
    sight('0xbad1');
    await vi.advanceTimersByTimeAsync(240_000);
    expect(changes.map((change) => change.findings.map(({ verdict }) => verdict.kind))).toEqual([
      ['unconfirmed'],
      ['blocked'],
    ]);
    expect(changes.map(({ gone }) => gone)).toEqual([['0xbad1'], ['0xbad1']]);
    expect(settled).toHaveLength(4);
  });

  it('asks ever more rarely while nobody confirms an address, and not at all while nobody sees the frame', async () => {
    const of = (kind: MarkedAddress['kind']): MarkedAddress => ({ ...verdictOf('0xbad1'), kind });
    answer = async () => ({ enabled: true, marked: [of('unconfirmed')] });
    sight('0xbad1');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(settled.length).toBeLessThanOrEqual(9);
    isShown = false;
    const before = settled.length;
    await vi.advanceTimersByTimeAsync(12 * 3_600_000);
    expect(settled).toHaveLength(before);
    isShown = true;
    addressCheck.wake();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveLength(before + 1);
  });

  it('asks about two thousand addresses of a page, and then about fifty more a second', async () => {
    sight(...Array.from({ length: 5_000 }, (_, index) => `0x${index}`));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked.flat().length).toBeGreaterThanOrEqual(2_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.flat().length).toBeLessThanOrEqual(2_000 + 12 * 50);
  });

  it('sends nothing more once it has ended', async () => {
    sight('0xa');
    addressCheck.end();
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual([]);
  });

  it('says which addresses are no longer blocked, and none if there is no answer', async () => {
    answer = async () => ({ enabled: true, marked: [verdictOf('0xbad1')] });
    expect(await addressCheck.review([verdictOf('0xbad1'), verdictOf('0xbad2')])).toEqual(['0xbad2']);
    answer = async () => {
      throw new Error('unreachable');
    };
    expect(await addressCheck.review([verdictOf('0xbad1')])).toEqual([]);
  });

  it('tells the numbers only when they changed, and again when nobody took them', async () => {
    const told: unknown[] = [];
    let counts = { found: 0, blocked: 0 };
    let fails = false;
    const send = async (_name: string, request: unknown): Promise<unknown> => {
      if (fails) throw new Error('unreachable');
      told.push(request);
      return { done: true };
    };
    const notice = new AddressCheck({
      ledger: {
        get counts() {
          return counts;
        },
      } as Ledger,
      send: send as Send,
      time: TIME,
      isShown: () => true,
      changed: () => {},
      ended: () => {},
    });
    notice.wakeReport();
    await vi.advanceTimersByTimeAsync(1000);
    expect(told).toEqual([]);
    counts = { found: 2, blocked: 0 };
    notice.wakeReport();
    counts = { found: 3, blocked: 1 };
    notice.wakeReport();
    await vi.advanceTimersByTimeAsync(1000);
    expect(told).toEqual([{ found: 3, blocked: 1 }]);
    fails = true;
    counts = { found: 4, blocked: 1 };
    notice.wakeReport();
    await vi.advanceTimersByTimeAsync(1000);
    fails = false;
    notice.wakeReport();
    await vi.advanceTimersByTimeAsync(1000);
    expect(told).toEqual([
      { found: 3, blocked: 1 },
      { found: 4, blocked: 1 },
    ]);
  });
});
