import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageRequest } from '../../messaging/catalogue.ts';
import { ExtensionGone } from '../../messaging/send.ts';
import { AddressBook, type Finding, type MarkedAddress, type Send } from './address-book.ts';
import type { Place } from './candidate.ts';

type Answer = {
  readonly enabled: boolean;
  readonly marked: readonly MarkedAddress[];
  readonly refused?: readonly string[];
};

const verdictOf = (content: string, kind: MarkedAddress['kind'] = 'blocked'): MarkedAddress => ({
  kind,
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

const placeOf = (): Place => ({ kind: 'element', element: {} as Element });

let asked: string[][];
let confirmed: string[][];
let counts: unknown[];
let marked: Finding[];
let unmarked: string[];
let answer: (contents: string[]) => Promise<Answer>;
let verdicts: MarkedAddress[][];
let isCountLost: boolean;
let isShown: boolean;
let ended: number;
let book: AddressBook;

/** The content and state of every mark so far. */
const marks = () => marked.map(({ verdict }) => `${verdict.asset.content} ${verdict.kind}`);
const add = (content: string, place = placeOf(), mayRunOn?: true) =>
  book.add({ candidate: { content, index: 0, length: 42, ...(mayRunOn ? { mayRunOn } : {}) }, place });
const see = async (...contents: string[]) => {
  for (const content of contents) add(content);
  book.wake();
  await vi.advanceTimersByTimeAsync(1_000);
};

beforeEach(() => {
  vi.useFakeTimers();
  [asked, confirmed, counts, marked, unmarked, verdicts] = [[], [], [], [], [], []];
  [isCountLost, isShown, ended] = [false, true, 0];
  answer = async (contents) => ({
    enabled: true,
    marked: contents.filter((content) => content.startsWith('0xbad')).map((content) => verdictOf(content)),
  });
  const send = async (name: string, request: unknown): Promise<unknown> => {
    if (name === 'pageFindings') {
      if (isCountLost) throw new Error('unreachable');
      return counts.push(request);
    }
    const { assets, confirms } = request as MessageRequest<'assetsCheck'>;
    const contents = assets.map((asset) => asset.content);
    if (confirms) {
      confirmed.push(contents);
      const news = new Map((verdicts.shift() ?? []).map((verdict) => [verdict.asset.content, verdict]));
      const before = (content: string) => marked.findLast(({ verdict }) => verdict.asset.content === content)!.verdict;
      const current = contents.map((content) => news.get(content) ?? before(content));
      return { enabled: true, refused: [], marked: current.filter(({ kind }) => kind !== 'clear') };
    }
    asked.push(contents);
    return { refused: [], ...(await answer(contents)) };
  };
  book = new AddressBook({
    send: send as Send,
    time: TIME,
    isShown: () => isShown,
    mark: (finding) => marked.push(finding),
    unmark: (content) => unmarked.push(content),
    ended: () => {
      ended += 1;
    },
  });
});
afterEach(() => vi.useRealTimers());

describe('asking about the addresses of a frame', () => {
  it('sends nothing from a page without candidates', async () => {
    book.wake();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked, confirmed, counts]).toEqual([[], [], []]);
  });

  it('puts what is found close together into one message, each once, and marks what is listed', async () => {
    add('0xa');
    add('0xa');
    book.wake();
    await see('0xbad', '0xb');
    expect(asked).toEqual([['0xa', '0xbad', '0xb']]);
    expect(marks()).toEqual(['0xbad blocked']);
  });

  it('marks every place that was seen before the answer came, and those seen after', async () => {
    const [one, two, three] = [placeOf(), placeOf(), placeOf()];
    const plain = answer;
    answer = async (contents) => {
      add('0xbad', two);
      return plain(contents);
    };
    add('0xbad', one);
    await see();
    add('0xbad', three);
    expect(marked.map(({ place }) => place)).toEqual([one, two, three]);
  });

  it('asks about a clear address again only after it had to forget', async () => {
    await see('0xa');
    await see('0xa');
    expect(asked).toHaveLength(1);
    book.forgetClear();
    await see('0xa');
    expect(asked).toHaveLength(2);
  });

  it('asks again about known addresses that end the same: the worker remembers none', async () => {
    await see('0x1111aaaa', '0x2222bbbb', '0xbad1cccc');
    await see('0x3333aaaa', '0x4444dddd', '0x5555cccc');
    expect(asked[1]).toEqual(['0x1111aaaa', '0xbad1cccc', '0x3333aaaa', '0x4444dddd', '0x5555cccc']);
    expect(marked).toHaveLength(1);
  });

  it('sends more than one message may hold in several, one after the other', async () => {
    await see(...Array.from({ length: 1200 }, (_, index) => `0x${index}`));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked.map((contents) => contents.length)).toEqual([400, 400, 400]);
  });

  it('stays within bounds on a page that invents addresses, and still asks about the newest', async () => {
    await see(...Array.from({ length: 20_000 }, (_, index) => `0x${index}`));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(new Set(asked.flat()).size).toBe(5_000);
    expect(asked.flat().at(-1)).toBe('0x19999');
    for (let index = 0; index < 20_000; index += 1) add('0xbad');
    await see();
    expect(marked).toHaveLength(200);
  });

  it('loses no question when there was no answer, asks again after a while, and not for ever', async () => {
    answer = async () => {
      throw new Error('unreachable');
    };
    await see('0xbad');
    await vi.advanceTimersByTimeAsync(300_000);
    expect(asked).toHaveLength(6);
    answer = async (contents) => ({ enabled: true, marked: contents.map((content) => verdictOf(content)) });
    await see();
    expect(marks()).toEqual(['0xbad blocked']);
  });

  it('says when the protection is off and when the extension is gone', async () => {
    answer = async () => ({ enabled: false, marked: [] });
    await see('0xa');
    expect(ended).toBe(1);
    answer = async () => {
      throw new ExtensionGone('The extension was updated or removed');
    };
    await see('0xb');
    expect(ended).toBe(2);
  });

  it('sends nothing more once it has ended', async () => {
    add('0xa');
    book.wake();
    book.end();
    await see('0xb');
    expect(asked).toEqual([]);
  });

  it('takes the marks away from what is not listed any more, and none if there is no answer', async () => {
    await see('0xbad1', '0xbad2');
    const plain = answer;
    answer = async () => {
      throw new Error('unreachable');
    };
    await book.review();
    expect(unmarked).toEqual([]);
    answer = async () => plain(['0xbad1']);
    await book.review();
    expect(unmarked).toEqual(['0xbad2']);
    await see('0xbad1');
    expect(asked).toHaveLength(3);
  });
});

describe('an address that is not confirmed', () => {
  it('is marked as being checked at once, and again when the background knows', async () => {
    answer = async (contents) => ({ enabled: true, marked: contents.map((content) => verdictOf(content, 'checking')) });
    verdicts = [[verdictOf('0xbad1')], [], [verdictOf('0xbad2', 'clear')]];
    await see('0xbad1', '0xbad2');
    expect(marks()).toEqual(['0xbad1 checking', '0xbad2 checking', '0xbad1 blocked']);
    expect(unmarked).toEqual(['0xbad1']);
    expect(confirmed).toEqual([['0xbad1', '0xbad2'], ['0xbad2']]);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(unmarked).toEqual(['0xbad1', '0xbad2']);
    expect(marked).toHaveLength(3);
    expect(confirmed).toHaveLength(3);
    expect(asked).toHaveLength(1);
  });

  it('is marked as unconfirmed, and asked about until somebody confirms it', async () => {
    answer = async () => ({ enabled: true, marked: [verdictOf('0xbad1', 'checking')] });
    const unconfirmed = [verdictOf('0xbad1', 'unconfirmed')];
    verdicts = [unconfirmed, unconfirmed, unconfirmed, [verdictOf('0xbad1')]];
    await see('0xbad1');
    await vi.advanceTimersByTimeAsync(240_000);
    expect(marks()).toEqual(['0xbad1 checking', '0xbad1 unconfirmed', '0xbad1 blocked']);
    expect(unmarked).toEqual(['0xbad1', '0xbad1']);
    expect(confirmed).toHaveLength(4);
  });

  it('is asked about ever more rarely, and not at all while nobody sees the frame', async () => {
    answer = async () => ({ enabled: true, marked: [verdictOf('0xbad1', 'unconfirmed')] });
    await see('0xbad1');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(confirmed.length).toBeLessThanOrEqual(9);
    isShown = false;
    const before = confirmed.length;
    await vi.advanceTimersByTimeAsync(12 * 3_600_000);
    expect(confirmed).toHaveLength(before);
    isShown = true;
    book.wake();
    await vi.advanceTimersByTimeAsync(1);
    expect(confirmed).toHaveLength(before + 1);
  });
});

describe('the counts of a frame', () => {
  it('name distinct addresses and the listed among them, from the start of each view', async () => {
    await see('0xa', '0xbad', '0xbad');
    book.beginView();
    await see('0xa');
    await see('0xbad');
    expect(counts).toEqual([
      { found: 2, blocked: 1 },
      { found: 1, blocked: 0 },
      { found: 2, blocked: 1 },
    ]);
  });

  it('leave out a name that may be the end of a sentence unless it is marked', async () => {
    answer = async () => ({ enabled: true, marked: [] });
    add('我的a.eth', placeOf(), true);
    await see();
    expect(counts).toEqual([]);
    book.forgetClear();
    answer = async (contents) => ({ enabled: true, marked: contents.map((content) => verdictOf(content)) });
    add('我的a.eth', placeOf(), true);
    await see();
    expect(counts).toEqual([{ found: 1, blocked: 1 }]);
  });

  it('leave out what is no address, which is never asked about again', async () => {
    answer = async () => ({ enabled: true, marked: [], refused: ['Tron'] });
    await see('Tron', '0xa');
    await see('Tron');
    expect(counts).toEqual([{ found: 1, blocked: 0 }]);
    expect(asked).toHaveLength(1);
  });

  it('are sent when they changed, and again when they were lost or forgotten', async () => {
    isCountLost = true;
    await see('0xa');
    isCountLost = false;
    await see();
    await see();
    expect(counts).toEqual([{ found: 1, blocked: 0 }]);
    book.reportAgain();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(counts).toHaveLength(2);
  });
});
