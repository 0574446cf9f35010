import { describe, expect, it } from 'vitest';
import { accountExpressions } from './account.ts';
import { namedExpressions } from './named-account.ts';

const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';

describe('what is asked about an address besides its page', () => {
  it.each([
    ['https://mobile.twitter.com/Evil/status/1', ['TWITTER:evil']],
    ['https://github.com/Evil/Drainer/tree/main', ['GITHUB:evil/drainer', 'GITHUB:evil']],
    ['https://www.instagram.com/Evil/reel/AbCdEf1', ['INSTAGRAM:p/AbCdEf1', 'INSTAGRAM:evil']],
    ['https://app.galxe.com/quest/Evil/GC1', ['GALXE:quest/Evil/GC1', 'GALXE:Evil']],
    ['https://hackmd.io/@Evil/note', ['HACKMD:@Evil/note', 'HACKMD:@Evil']],
  ])('%s: the account, and the one that it belongs to', (url, expressions) => {
    expect(namedExpressions(url)).toEqual(expressions);
    expect(accountExpressions(url)).toEqual(expect.arrayContaining(expressions));
  });

  it.each([
    [`https://gateway.example/ipfs/${CID}/index.html`, [`IPFS:${CID}`]],
    [`https://${CID}.ipfs.gateway.example/`, [`IPFS:${CID}`]],
    ['https://t-me.translate.goog/evil_bot?_x_tr_sl=en', ['TELEGRAM:evil_bot']],
    ['https://www.google.com/amp/s/medium.com/@evil/x', ['MEDIUM:@evil']],
    ['https://evil.example/', []],
    ['https://x.com/home', []],
    ['about:blank', []],
  ])('%s, which only the background recognises', (url, expressions) => {
    expect(namedExpressions(url)).toEqual(expressions);
  });
});
