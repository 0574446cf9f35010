import { expect, it } from 'vitest';
import { canonicalCid } from './cid.ts';
import { recognizeUrl } from './recognize-url.ts';

const CANONICAL = 'bafybeie5nqv6kd3qnfjupgvz34woh3oksc3iau6abmyajn7qvtf47opyxu';
const VERSION_0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKS3fr';
const BASE_36 = 'k2jmtxvacy5p64u708sn9oawhfsizpcwgk1g59ckse0h1r7a2j2be5z1';
const HEXADECIMAL = 'f017012209d6c2be50f706953479ab9df2ce3edca90b68053c00b3004b7f0accbcfb9f8bd';
const BASE_64_URL = 'uAXASIJ1sK-UPcGlTR5q53yzj7cqQtoBTwAswBLfwrMvPufi9';

// One identifier in every base of the multibase table whose characters are ASCII.
it.each([
  CANONICAL,
  CANONICAL.toUpperCase(),
  VERSION_0,
  BASE_36,
  BASE_36.toUpperCase(),
  'zdj7Wg2Qkk4mYgAkVU1kppfQ2sMGz5zPwERVpeWmxCQKkzwqn',
  HEXADECIMAL,
  HEXADECIMAL.toUpperCase(),
  BASE_64_URL,
  'mAXASIJ1sK+UPcGlTR5q53yzj7cqQtoBTwAswBLfwrMvPufi9',
  '0000000010111000000010010001000001001110101101100001010111110010100001111011100000110100101010011010001111001101010111001110111110010110011100011111011011100101010010000101101101000000001010011110000000000101100110000000001001011011111110000101011001100101111001111101110011111100010111101',
  '7002700221011655412762417340645232171527167626343733452205550012360005460011337605314571756374275',
  '92793123879072786347709006868258688240994764505388474052775426458728636612002270804157',
  'cafybeie5nqv6kd3qnfjupgvz34woh3oksc3iau6abmyajn7qvtf47opyxu======',
  'CAFYBEIE5NQV6KD3QNFJUPGVZ34WOH3OKSC3IAU6ABMYAJN7QVTF47OPYXU======',
  'v05o1484tdglua3rgd59kf6lprsme7reai2r80ku01co09dvglj5svefonk',
  'V05O1484TDGLUA3RGD59KF6LPRSME7REAI2R80KU01CO09DVGLJ5SVEFONK',
  't05o1484tdglua3rgd59kf6lprsme7reai2r80ku01co09dvglj5svefonk======',
  'hyfabrer7poi6kd5opfjwxgi35hsq85qk1n5eyw6ybcayjp9oiufh9qxazw',
  'ZCJ7vF2pKK4LxFaKut1KPPEp2SmgZ5ZoWequPDvLXcpjKZWQM',
  'MAXASIJ1sK+UPcGlTR5q53yzj7cqQtoBTwAswBLfwrMvPufi9',
  'UAXASIJ1sK-UPcGlTR5q53yzj7cqQtoBTwAswBLfwrMvPufi9',
])('converts the identifier %s from its base', (text) => {
  expect(canonicalCid(text)).toBe(CANONICAL);
});

it.each([
  'bafy',
  CANONICAL.slice(0, -1),
  `${CANONICAL}a`,
  CANONICAL.slice(1),
  `k${'z'.repeat(60)}`,
  `m${'A'.repeat(60)}`,
  `f${'0'.repeat(72)}`,
  `f${'01'.repeat(36)}`,
  'business-as-usual-for-a-long-name-of-a-host',
])('refuses %s', (text) => {
  expect(canonicalCid(text)).toBeNull();
});

it.each([
  `https://${CANONICAL}.ipfs.gateway.example/index.html`,
  `https://${BASE_36}.ipfs.flk-ipfs.xyz/`,
  `https://ipfs.runfission.com/ipfs/${VERSION_0}/index.html?x#y`,
  `https://gateway.ipfscdn.io/ipfs/${BASE_64_URL}`,
  `https://evil.example/ipfs/${HEXADECIMAL}/`,
])('recognises a gateway by its shape: %s', (url) => {
  expect(recognizeUrl(url)).toEqual({ type: 'IPFS', content: CANONICAL });
});

it.each([
  'https://name.ipfs.gateway.example/x',
  'https://evil.example/ipfs/readme.txt',
  `https://evil.example/docs/ipfs/${VERSION_0}`,
])('does not read %s as a gateway', (url) => {
  expect(recognizeUrl(url)?.type).toBe('URL');
});
