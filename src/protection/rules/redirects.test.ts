import { describe, expect, test } from 'vitest';
import { FakeRules, WARNING } from '../../../test/fixtures/protection.ts';
import type { Allowance } from '../allowance/allowance.ts';
import { Redirects } from './redirects.ts';
import { RULE_IDS } from './rules.ts';

const truth = { hosts: [] as string[], allowances: [] as Allowance[], warningPage: WARNING };
const allowance = (expression: string, tabId?: number): Allowance => ({
  id: `${expression}${tabId}`,
  expression,
  scope: tabId === undefined ? 'always' : 'tab',
  ...(tabId === undefined ? {} : { tabId }),
  createdAt: 1,
});
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `h${index}.test`);

function redirects(start: Partial<typeof truth>) {
  const rules = new FakeRules();
  const now = { ...truth, ...start };
  return { rules, now, redirects: new Redirects(rules, () => now) };
}

describe('hosts', () => {
  test('are stopped in the first tab of the next browser start, when session rules are gone', async () => {
    const { rules, now, redirects: kept } = redirects({ hosts: ['evil.test'] });
    await kept.apply();
    now.hosts = [...now.hosts, 'new.test'];
    await kept.apply();
    rules.session.clear();
    expect(rules.stopped).toEqual(['evil.test', 'new.test']);
  });

  test('that stay the same are not written again', async () => {
    const { rules, redirects: kept } = redirects({ hosts: numbered(80) });
    await kept.apply();
    rules.writes.length = 0;
    await kept.apply();
    expect(rules.writes).toEqual([]);
  });

  test('that leave the list leave the rules in the same step', async () => {
    const { rules, now, redirects: kept } = redirects({ hosts: numbered(80) });
    await kept.apply();
    now.hosts = now.hosts.slice(1);
    await kept.apply();
    expect(rules.stopped).not.toContain('h0.test');
    expect(rules.stopped).toHaveLength(79);
  });

  test('are sent to the warning page with the address they were on the way to', async () => {
    const { rules, redirects: kept } = redirects({ hosts: ['evil.test'] });
    await kept.apply();
    expect(rules.dynamic.get(RULE_IDS.hosts)).toMatchObject({
      action: { type: 'redirect', redirect: { regexSubstitution: `${WARNING}#\\0` } },
      condition: { regexFilter: '^https?://.*$', resourceTypes: ['main_frame', 'sub_frame'] },
    });
  });

  test('of more labels than an expression reaches are left to the verdict', async () => {
    const { rules, redirects: kept } = redirects({ hosts: ['a.b.c.d.e.test', 'b.c.d.e.test'] });
    await kept.apply();
    expect(rules.stopped).toEqual(['b.c.d.e.test']);
  });
});

describe('allowances', () => {
  test('win over the redirect, in their tab only where they are of one tab', async () => {
    const allowances = [allowance('evil.test/', 5), allowance('evil.test/', 6), allowance('other.test/')];
    const { rules, redirects: kept } = redirects({ hosts: ['evil.test', 'other.test'], allowances });
    await kept.apply();
    const redirect = rules.dynamic.get(RULE_IDS.hosts);
    const inTabs = [...rules.session.values()].filter(({ action }) => action.type === 'allow');
    expect(inTabs.map(({ condition }) => condition.tabIds)).toEqual([[5], [6]]);
    expect(inTabs[0]?.priority).toBeGreaterThan(redirect?.priority ?? 0);
    expect(rules.dynamic.get(RULE_IDS.lastingAllowances)?.condition).toMatchObject({ requestDomains: ['other.test'] });
  });

  test('do not open what has a narrower entry of its own, unless that is allowed too', async () => {
    const hosts = ['evil.test', 'login.evil.test', 'shop.evil.test'];
    const allowances = [allowance('evil.test/', 5), allowance('evil.test/'), allowance('shop.evil.test/')];
    const { rules, redirects: kept } = redirects({ hosts, allowances });
    await kept.apply();
    const [inTab] = [...rules.session.values()].filter(({ action }) => action.type === 'allow');
    expect(inTab?.condition.excludedRequestDomains).toEqual(['login.evil.test', 'shop.evil.test']);
    expect(rules.dynamic.get(RULE_IDS.lastingAllowances)?.condition).toMatchObject({
      requestDomains: ['evil.test', 'shop.evil.test'],
      excludedRequestDomains: ['login.evil.test'],
    });
  });

  test('of one page take the host out of the rules, which cannot tell its pages apart', async () => {
    const { rules, redirects: kept } = redirects({ hosts: ['evil.test'], allowances: [allowance('evil.test/page')] });
    await kept.apply();
    expect(rules.stopped).toEqual([]);
  });

  test('that are gone leave no rule behind', async () => {
    const {
      rules,
      now,
      redirects: kept,
    } = redirects({ hosts: ['evil.test'], allowances: [allowance('evil.test/', 5)] });
    await kept.apply();
    now.allowances = [];
    await kept.apply();
    expect([...rules.session.values(), ...rules.dynamic.values()].map(({ action }) => action.type)).toEqual([
      'redirect',
    ]);
  });
});

test('nothing is written where nothing changed', async () => {
  const { rules, redirects: kept } = redirects({ hosts: numbered(80), allowances: [allowance('h1.test/', 2)] });
  await kept.apply();
  rules.writes.length = 0;
  await kept.apply();
  expect(rules.writes).toEqual([]);
});

test('nothing is written where the browser says null for what a rule leaves open', async () => {
  const { rules, redirects: kept } = redirects({ hosts: ['evil.test'] });
  const held = rules.getSessionRules;
  rules.getSessionRules = async () =>
    (await held()).map((rule: object) => ({
      ...rule,
      condition: { initiatorDomains: null, ...(rule as { condition: object }).condition },
    })) as never[];
  await kept.apply();
  rules.writes.length = 0;
  await kept.apply();
  expect(rules.writes).toEqual([]);
});

test('calls that come while rules are written end with the latest truth', async () => {
  const { rules, now, redirects: kept } = redirects({ hosts: ['a.test'] });
  const first = kept.apply();
  now.hosts = ['a.test', 'b.test'];
  await Promise.all([first, kept.apply(), kept.apply()]);
  expect(rules.stopped).toEqual(['a.test', 'b.test']);
});

test('rules that the browser refuses are reported and tried again', async () => {
  const { rules, redirects: kept } = redirects({ hosts: ['evil.test'] });
  const update = rules.updateDynamicRules;
  rules.updateDynamicRules = async () => {
    throw new Error('Rule 1 is not valid');
  };
  await expect(kept.apply()).rejects.toThrow('not valid');
  expect(kept.problem).toBe('Rule 1 is not valid');
  rules.updateDynamicRules = update;
  await kept.apply();
  expect(kept.problem).toBeNull();
  expect(rules.stopped).toEqual(['evil.test']);
});
