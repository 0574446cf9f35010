import type { Overview } from './overview.ts';

/** What the background says about a tab with an ordinary page, with these parts of it changed. */
export const overview = (over: Partial<Overview> = {}): Overview => ({
  url: 'https://a.example/',
  verdict: { kind: 'clear', asset: { type: 'URL', content: 'a.example' }, confirmation: 'none', checkedAt: 0 },
  official: null,
  lookalike: null,
  allowance: null,
  allowed: null,
  reported: null,
  pause: null,
  mayPause: true,
  isUnmarked: false,
  wallets: null,
  findings: { found: 0, blocked: 0 },
  health: {
    level: 'protected',
    list: null,
    lastAttemptAt: null,
    lastSuccessAt: null,
    nextAttemptAt: null,
    problems: [],
  },
  organization: { name: 'Acme', avatarUrl: null, portal: null },
  outbox: { sent: 0, waiting: 0, refused: 0, damaged: 0, news: 0 },
  ...over,
});
