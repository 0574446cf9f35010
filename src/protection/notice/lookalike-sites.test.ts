import { describe, expect, test } from 'vitest';
import { knownBrands } from '../../lookalike/brand.ts';
import type { VERDICT_KINDS } from '../verdict/verdict.ts';
import { LookalikeSites } from './lookalike-sites.ts';

const IMPOSTOR = 'https://metamask-claim.example/connect?x=1';
const SITE = { host: 'metamask-claim.example', brand: 'MetaMask', original: 'metamask.io' };

type World = {
  kind?: (typeof VERDICT_KINDS)[number];
  official?: string;
  isOn?: boolean;
  muted?: string[];
  own?: string[];
};

function sites({ kind = 'clear', official, isOn = true, muted = [], own = [] }: World = {}) {
  return new LookalikeSites({
    brands: knownBrands,
    ownHosts: own,
    officialName: (url) => (url.includes(official ?? '\n') ? 'Acme' : null),
    resolve: async () => ({
      kind,
      asset: { type: 'URL', content: 'metamask-claim.example' },
      confirmation: 'none',
      checkedAt: 0,
      list: { token: 't', currentAt: 0 },
    }),
    isOn: () => isOn,
    muted: { has: async (host) => muted.includes(host) },
  });
}

describe('a page that looks like a brand is pointed out', () => {
  test('with the host that it has and the one that is meant', async () => {
    expect(await sites().noticeFor(IMPOSTOR, 1)).toEqual(SITE);
  });

  test.each<[string, World]>([
    ['that is listed, for it has its warning', { kind: 'blocked' }],
    ['that the person let through', { kind: 'permitted' }],
    ['that could not be confirmed', { kind: 'unconfirmed' }],
    ['that is officially somebody’s own', { official: 'metamask-claim.example' }],
    ['about which the person wants no notice', { muted: ['metamask-claim.example'] }],
    ['of the organization itself', { own: ['metamask-claim.example'] }],
    ['below a host of the organization', { own: ['example'] }],
    ['where notices are switched off', { isOn: false }],
  ])('but not one %s', async (_, world) => {
    expect(await sites(world).noticeFor(IMPOSTOR, 1)).toBeNull();
  });

  test.each(['chrome://settings/', 'https://metamask.io/', 'file:///metamask-claim.example'])(
    'but not %s',
    async (url) => {
      expect(await sites().noticeFor(url, 1)).toBeNull();
    },
  );

  test('by a warning also where notices are switched off', () => {
    expect(sites({ isOn: false }).imitated(IMPOSTOR)).toEqual(SITE);
    expect(sites({ isOn: false }).of(IMPOSTOR)).toBeNull();
  });
});
