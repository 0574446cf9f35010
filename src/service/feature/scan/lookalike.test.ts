import { expect, it } from 'vitest';
import { type AssetType, normalizeContent } from '../../../asset/index.ts';
import { imitatedBrand, knownBrands } from '../../../lookalike/brand.ts';
import { hostNaming, lookalikeIn } from './lookalike.ts';

const own = hostNaming({ type: 'TWITTER', content: 'acmevault' })!;
const acme = imitatedBrand({
  ...{ name: 'Acme Vault', hosts: ['acme.example', own], terms: ['acmevault'], unrelated: ['acmevaulting'] },
});
const brands = [acme, ...knownBrands()];

it.each<[AssetType, string, string]>([
  ['URL', 'metamask-support.example', 'metamask'],
  ['PAGE', 'login.acmevau1t.example/claim', 'Acme Vault'],
  ['EMAIL', 'help@metamask-support.example', 'metamask'],
  ['TWITTER', 'MetaMask_help', 'metamask'],
  ['TELEGRAM', 'аcmevault', 'Acme Vault'],
])('%s %s imitates %s', (type, content, brand) => {
  expect(lookalikeIn({ type, content }, brands)?.brand.toLowerCase()).toBe(brand.toLowerCase());
});

it.each<[AssetType, string]>([
  ['URL', 'shop.acme.example'],
  ['URL', 'acmevaulting.example'],
  ['TWITTER', 'acmevault'],
  ['ADDRESS', '0xbad0000000000000000000000000000000000001'],
])('%s %s imitates none', (type, content) => {
  expect(lookalikeIn(normalizeContent(content) ?? { type, content }, [acme])).toBeNull();
});
