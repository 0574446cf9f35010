import { expect, test } from 'vitest';
import type { HealthProblem } from '../../../protection/health/health.ts';
import type { Verdict } from '../../../protection/verdict/verdict.ts';
import { overview } from '../overview.fixture.ts';
import type { Overview } from '../overview.ts';
import { type PopupState, stateOf } from './state.ts';

const verdict = (kind: Verdict['kind']): Verdict => ({
  kind,
  asset: { type: 'URL', content: 'a.example' },
  confirmation: 'none',
  checkedAt: 0,
});
const health = (level: HealthProblem['level'], kind: HealthProblem['kind']): Overview['health'] => ({
  ...overview().health,
  level,
  problems: [{ kind, level, remedy: 'check' }],
});
const reported = { id: '1', at: 0, standing: 'review' as const };
const lookalike = { host: 'a.example', brand: 'Acme', original: 'acme.example' };
const allowed = { entry: { content: 'a.example', reason: 'Our supplier' }, by: 'Acme' };
const addresses = { found: 5, blocked: 2 };
const notProtected = health('unprotected', 'list-missing');

test.each<[string, Partial<Overview>, PopupState['kind']]>([
  ['a page that is not listed', {}, 'clear'],
  ['a page that is no web page', { url: null, verdict: null }, 'none'],
  ['a stopped site', { verdict: verdict('blocked') }, 'stopped'],
  ['a site that may be listed', { verdict: verdict('unconfirmed') }, 'stopped'],
  ['a site that the person opened', { verdict: verdict('permitted') }, 'opened'],
  ['a site that the organization allows', { verdict: verdict('permitted'), allowed }, 'allowed'],
  ['a site that the organization allows and its own list stops', { verdict: verdict('blocked'), allowed }, 'stopped'],
  ['marked addresses', { findings: addresses }, 'addresses'],
  ['a page that was reported', { reported }, 'clear'],
  ['an official site', { official: 'Acme' }, 'official'],
  ['a lookalike', { lookalike }, 'lookalike'],
  ['a page that is being checked', { verdict: verdict('checking') }, 'checking'],
  ['a list that is missing', { health: notProtected, verdict: verdict('unknown') }, 'unprotected'],
  ['a page that no list could be asked about yet', { verdict: verdict('unknown') }, 'checking'],
  ['sites that are not stopped', { health: health('reduced', 'sites-off'), verdict: verdict('off') }, 'unprotected'],
  ['a list that is old', { health: health('reduced', 'list-old') }, 'clear'],
])('of %s', (_, over, kind) => {
  expect(stateOf(overview(over), false).kind).toBe(kind);
});

test.each<[string, Partial<Overview>, PopupState['kind']]>([
  [
    'a stopped site over a protection that does not work',
    { verdict: verdict('blocked'), health: notProtected },
    'stopped',
  ],
  [
    'a protection that does not work over marked addresses',
    { findings: addresses, health: notProtected },
    'unprotected',
  ],
  [
    'a protection that does not work where there is no page',
    { url: null, verdict: null, health: notProtected },
    'unprotected',
  ],
  ['a site that was opened over its addresses', { verdict: verdict('permitted'), findings: addresses }, 'opened'],
  ['marked addresses over a report', { findings: addresses, reported }, 'addresses'],
  ['a lookalike over a report of it', { reported, lookalike }, 'lookalike'],
  ['an official site over what it looks like', { official: 'Acme', lookalike }, 'official'],
])('says %s', (_, over, kind) => {
  expect(stateOf(overview(over), false).kind).toBe(kind);
});

test('a background that has not answered is waited for, and reported when it takes too long', () => {
  expect(stateOf(null, false).kind).toBe('loading');
  expect(stateOf(null, true).kind).toBe('silent');
});

test.each<[string, Partial<Overview>, PopupState['kind']]>([
  ['nothing of a protection that does not answer', {}, 'silent'],
  ['nothing good of a site', { official: 'Acme' }, 'silent'],
  ['what was stopped', { verdict: verdict('blocked') }, 'stopped'],
])('while the background is silent the popup still says %s', (_, over, kind) => {
  expect(stateOf(overview(over), true).kind).toBe(kind);
});
