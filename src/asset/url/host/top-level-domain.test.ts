import { parse } from 'tldts';
import { describe, expect, it } from 'vitest';
import { isTopLevelDomain, TOP_LEVEL_DOMAINS } from './top-level-domain.ts';

describe('top-level domains', () => {
  it('equal those of the Public Suffix List that the service uses', () => {
    expect([...TOP_LEVEL_DOMAINS].filter((ending) => !parse(`evil.co.${ending}`).isIcann)).toEqual([]);
    expect(TOP_LEVEL_DOMAINS.size).toBeGreaterThan(1_400);
  });

  it.each(['com', 'COM', 'cfd', 'bond', 'museum', 'рф', 'xn--p1ai', 'zw'])('include %s', (ending) => {
    expect(isTopLevelDomain(ending)).toBe(true);
  });

  it.each(['fn', 'js', 'example', 'местный', '', 'co.uk'])('do not include %s', (ending) => {
    expect(isTopLevelDomain(ending)).toBe(false);
  });
});
