import { parse } from 'tldts';
import { describe, expect, it } from 'vitest';
import { isTopLevelDomain, TOP_LEVEL_DOMAINS } from './top-level-domain.ts';

describe('top-level domains', () => {
  it('are those of the Public Suffix List that the service asks, and no others', () => {
    expect([...TOP_LEVEL_DOMAINS].filter((ending) => !parse(`evil.co.${ending}`).isIcann)).toEqual([]);
    expect(TOP_LEVEL_DOMAINS.size).toBeGreaterThan(1_400);
  });

  it.each(['com', 'COM', 'cfd', 'bond', 'museum', 'рф', 'xn--p1ai', 'zw'])('know %s', (ending) => {
    expect(isTopLevelDomain(ending)).toBe(true);
  });

  it.each(['fn', 'js', 'example', 'местный', '', 'co.uk'])('do not know %s', (ending) => {
    expect(isTopLevelDomain(ending)).toBe(false);
  });
});
