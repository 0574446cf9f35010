import { expect } from '@playwright/test';
import { type Say, wordsIn } from '../../../src/development/words.ts';
import type { MessageReply } from '../../../src/messaging/catalogue.ts';
import { CONFIRMATION_FAILURES, type Verdict } from '../../../src/protection/verdict/verdict.ts';
import type { OutboxEntry } from '../../../src/reporting/entry.ts';
import type { Change, Situation } from '../../../src/ui/warning/state.ts';
import { entry } from './answers.ts';
import type { Answers, ExtensionPage } from './extension-page.ts';

export const HOST = 'claim-airdrop.example';
export const TARGET = `http://${HOST}/claim`;
const OPENING = { who: 'freely', longest: 'always', by: null } as const;
export const english = wordsIn('en');

type Described = MessageReply<'warningDescribe'>;
const described = (verdict: Partial<Verdict>, over: Partial<Described> = {}): Described => ({
  ...{ policy: 'warn', wasStopped: true, loaded: false, managedBy: null, opening: OPENING, lookalike: null },
  verdict: { kind: 'clear', asset: { type: 'URL', content: HOST }, confirmation: 'none', checkedAt: 0, ...verdict },
  ...over,
});
export const blocked = (verdict: Partial<Verdict> = {}, over: Partial<Described> = {}): Answers => {
  const list = { token: 'a1b2c3', currentAt: Date.now() };
  const listing = { expression: `${HOST}/`, scam: 'drainer', source: 'Acme Security', list } as const;
  const listedAt = '2026-11-20T10:00:00Z';
  return {
    warningDescribe: described({ kind: 'blocked', confirmation: 'confirmed', listedAt, ...listing, ...verdict }, over),
  };
};
const unconfirmed = (failure: Verdict['failure'], over: Partial<Described> = {}): Answers => ({
  warningDescribe: described({ kind: 'unconfirmed', expression: `${HOST}/`, confirmation: 'failed', failure }, over),
});
const clear = (over: Partial<Described> = {}): Answers => ({ warningDescribe: described({}, over) });
export const silent: Answers = {
  warningDescribe: () => {
    throw Object.assign(new Error('No answer'), { name: 'BackgroundUnreachable' });
  },
};

export const about = (kind: 'report' | 'dispute', state: OutboxEntry['state']): OutboxEntry => {
  const report = entry(1, state);
  if (kind === 'dispute') return { ...report, item: { kind, draft: { content: HOST, email: '', description: '' } } };
  return { ...report, item: { kind, draft: { ...report.item.draft, contents: [HOST] } } } as OutboxEntry;
};
export const sent = (state?: 'ACCEPTED' | 'REJECTED', message?: string): OutboxEntry['state'] => ({
  kind: 'sent',
  at: 0,
  reference: 7,
  review: { askedAt: 0, nextAt: null, state, message },
});
const DECISIONS: Readonly<Record<string, OutboxEntry['state']>> = {
  waiting: { kind: 'waiting' },
  open: sent(),
  accepted: sent('ACCEPTED', 'Thank you.'),
  rejected: sent('REJECTED', 'It asks for recovery phrases.'),
  refused: { kind: 'refused', at: 0, problem: 'Not a site', details: [] },
};
const outbox = (...entries: OutboxEntry[]): Answers => ({ outboxList: { entries, damaged: [] } });

/** One state of the warning, and a text by which it is known to be reached. */
export type State = {
  readonly answers: Answers;
  readonly shows: (say: Say) => string;
  readonly address?: string;
  readonly isPrivate?: true;
  /** Leads there from what the answers show at first. */
  readonly arrive?: (page: ExtensionPage, say: Say) => Promise<unknown>;
};

/** What the page does whenever it is seen again. */
export const askAgain = (page: ExtensionPage) => page.evaluate(() => dispatchEvent(new Event('online')));
export const unfold = (page: ExtensionPage, name: string) => page.getByRole('button', { name, exact: true }).click();
export const unfolds =
  (...keys: readonly string[]): NonNullable<State['arrive']> =>
  async (page, say) => {
    for (const key of keys) await unfold(page, say(key));
  };
const becomes =
  (answers: Answers): NonNullable<State['arrive']> =>
  async (page) => {
    page.answer(answers);
    await askAgain(page);
  };
export const heading = (say: Say) => say('scam.drainer.title');

/** A state for each kind that the page distinguishes: a kind without one does not compile. */
const MANUAL: Readonly<Record<Extract<Situation, { kind: 'openable' }>['reason'], State>> = {
  writing: {
    answers: unconfirmed('offline'),
    arrive: async (page, say) => {
      await unfold(page, say('warning.disputeLink'));
      await page.locator('textarea').waitFor();
      await becomes(clear())(page, say);
      await page.getByText(say('warning.stillWriting')).waitFor();
      await page.keyboard.press('Escape');
    },
    shows: (say) => say('warning.releasedHint'),
  },
  loops: {
    answers: clear(),
    arrive: async (page) => {
      await page.evaluate((url) => {
        const returns = { url, times: [Date.now(), Date.now(), Date.now()] };
        sessionStorage.setItem('warning-returns', JSON.stringify(returns));
      }, TARGET);
      // It is on its way to the target, which may end a first try.
      await expect(() => page.reload()).toPass();
    },
    shows: (say) => say('warning.loops'),
  },
  unasked: { answers: clear({ wasStopped: false }), shows: (say) => say('warning.unasked') },
  lifted: {
    answers: blocked(),
    arrive: becomes(clear({ dispute: about('dispute', sent('ACCEPTED')) })),
    shows: (say) => say('warning.disputed.lifted'),
  },
  opened: { answers: clear(), arrive: becomes(clear()), shows: (say) => say('warning.openedHint') },
};
const CHANGED: Readonly<Record<Change, State>> = {
  silent: { answers: blocked(), arrive: becomes(silent), shows: (say) => say('warning.stillSilent') },
  released: {
    answers: blocked(),
    arrive: async (page, say) => {
      await unfold(page, say('warning.disputeLink'));
      await page.locator('textarea').waitFor();
      await becomes(clear())(page, say);
    },
    shows: (say) => say('warning.stillWriting'),
  },
};
const STOPPED: Readonly<Record<string, State>> = {
  'a site that empties wallets': { answers: blocked(), shows: (say) => say('warning.nothingLoaded') },
  'an unknown kind, with what the service says': {
    answers: blocked({ scam: 'other', reason: 'Sells tickets that nobody gets' }, { loaded: true }),
    shows: () => 'Sells tickets that nobody gets',
  },
  'a page of a site, with a long address': {
    address: `http://a-name-that-goes-on.and-on.${HOST}/a/very/long/path/that/goes/on/and/on?with=a&query=that-does-not-end`,
    answers: blocked({ asset: { type: 'PAGE', content: `${HOST}/a/very` } }),
    shows: (say) => say('action.showAll'),
  },
  'a file that may have been saved': {
    answers: blocked({}, { loaded: true, file: 'saved' }),
    shows: (say) => say('warning.fileSaved'),
  },
  'a file that was stopped': {
    answers: blocked({}, { file: 'stopped' }),
    shows: (say) => say('warning.fileStopped'),
  },
  'a lookalike': {
    answers: blocked({}, { lookalike: { host: HOST, brand: 'Airdrop', original: 'airdrop.example' } }),
    shows: (say) => say('warning.goToReal', { original: 'airdrop.example' }),
  },
  'a lookalike in another script': {
    address: 'http://xn--irdrop-8nf.example/',
    answers: blocked({}, { lookalike: { host: HOST, brand: 'Airdrop', original: 'airdrop.example' } }),
    shows: (say) => say('warning.lookalikeScript', { original: 'airdrop.example' }),
  },
  'a site below one that is allowed': {
    answers: blocked({ allowedAbove: 'example.com/' }),
    shows: (say) => say('warning.allowedAbove', { allowed: 'example.com', host: HOST }),
  },
  'a site without a list': {
    answers: { warningDescribe: described({ kind: 'unknown' }) },
    shows: (say) => say('warning.uncheckedHint'),
  },
  'a site that a policy keeps closed': {
    answers: unconfirmed('timeout', { policy: 'closed', managedBy: 'Acme' }),
    shows: (say) => say('warning.managed', { name: 'Acme' }),
  },
  'a site that the settings keep closed': {
    answers: unconfirmed('timeout', { policy: 'closed' }),
    shows: (say) => say('warning.closedHint'),
  },
  'a site that nobody may open': {
    answers: blocked({}, { opening: { who: 'nobody', longest: 'tab', by: 'Acme' } }),
    shows: (say) => say('warning.notOpened', { name: 'Acme' }),
  },
  'a reported site': {
    answers: { ...blocked(), ...outbox(about('report', sent())) },
    shows: (say) => say('popup.state.see'),
  },
  'its details': { answers: blocked(), arrive: unfolds('warning.why'), shows: (say) => say('warning.details.list') },
  'a dispute that is written': {
    answers: blocked(),
    arrive: unfolds('warning.disputeLink'),
    shows: (say) => say('dispute.intro'),
  },
  'opening it anyway': {
    answers: blocked(),
    arrive: unfolds('warning.why', 'warning.proceedLink'),
    shows: (say) => say('warning.proceed.alwaysHint'),
  },
  'opening it anyway, in a private window': {
    answers: blocked(),
    isPrivate: true,
    arrive: unfolds('warning.why', 'warning.proceedLink'),
    shows: (say) => say('warning.proceed.tabHint'),
  },
  'opening it anyway, with a reason': {
    answers: blocked({}, { opening: { who: 'withReason', longest: 'day', by: 'Acme' } }),
    arrive: unfolds('warning.why', 'warning.proceedLink'),
    shows: (say) => say('warning.proceed.reason'),
  },
  ...Object.fromEntries(
    CONFIRMATION_FAILURES.map((failure): [string, State] => [
      `a site that could not be confirmed: ${failure}`,
      { answers: unconfirmed(failure), shows: (say) => say(`failure.${failure}`) },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(DECISIONS).map(([decision, state]): [string, State] => [
      `a disputed site: ${decision}`,
      {
        answers: { ...blocked({}, { dispute: about('dispute', state) }), ...outbox(about('dispute', state)) },
        shows: (say) => say(`warning.disputed.${decision}`),
      },
    ]),
  ),
};
export const SITUATIONS: Readonly<Record<Situation['kind'], Readonly<Record<string, State>>>> = {
  checking: {
    'nothing known yet': {
      answers: {
        warningDescribe: ({ waits }) =>
          waits ? new Promise(() => {}) : described({ kind: 'checking', confirmation: 'pending' }),
      },
      shows: (say) => say('warning.checking'),
    },
  },
  stopped: { ...STOPPED, ...CHANGED },
  openable: MANUAL,
  opening: { 'a site that is fine': { answers: clear(), shows: (say) => say('warning.checking') } },
  silent: { 'no answer': { answers: silent, shows: (say) => say('warning.silent') } },
};
export const EMPTY: State = { address: 'javascript:alert(1)', answers: {}, shows: (say) => say('warning.invalid') };

type Open = (path: string, options?: object) => Promise<ExtensionPage>;

export async function arrive(open: Open, state: State, language = 'en'): Promise<ExtensionPage> {
  const { answers, address = TARGET, isPrivate = false, shows } = state;
  const common = { warningLanded: { step: null }, ...outbox() };
  const page = await open(`/warning.html#${address}`, { language, isPrivate, answers: { ...common, ...answers } });
  const say = wordsIn(language);
  await page.locator('h1').waitFor();
  await state.arrive?.(page, say);
  const bare = (text: string) => text.replace(/[\u2066-\u2069]/g, '');
  await expect
    .poll(async () => bare(await page.locator('body').innerText()), { intervals: [50] })
    .toContain(bare(shows(say)));
  return page;
}
