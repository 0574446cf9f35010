import { expect, it } from 'vitest';
import { recognizeUrl } from '../recognize-url.ts';
import { isSharedHost } from './shared-host.ts';

const PAGES =
  `www.canva.com/design/DAF1/view cdn.jsdelivr.net/gh/a/b@1/x.html urlz.fr/abc u.to/xYz qrco.de/bf1 1drv.ms/w/s!A1
  te.legra.ph/Claim-01 clck.ru/34a vk.cc/abc wetransfer.com/downloads/1 trello.com/c/Ab1 figma.com/file/1/x codepen.io/a/full/b tally.so/r/w1
  gamma.app/docs/Claim-1 airtable.com/shr1 gravatar.com/evil htmlpreview.github.io/?https://github.com/a/b/c.html dexscreener.com/solana/x
  lh3.googleusercontent.com/a/x pump.fun/coin/x mirror.xyz/0x12/a www.gofundme.com/f/fake tiny.one/x reurl.cc/x gist.githack.com/a/b/raw/c.html form.typeform.com/to/x hastebin.com/x storage.cloud.google.com/bucket/a.html forms.office.com/r/abc123
  www.dropbox.com/s/a/b?dl=1 onedrive.live.com/?id=1 user.fm/files/v2-1/a.html my.canva.site/claim gitbook.io/x
  commondatastorage.googleapis.com/bucket/a.html storage.googleapis.com/bucket/a.html s3.eu-west-1.amazonaws.com/bucket/a.html
  s3-us-west-2.amazonaws.com/bucket/a.html s3.dualstack.us-east-1.amazonaws.com/bucket/a.html ams3.digitaloceanspaces.com/bucket/a.html
  f004.backblazeb2.com/file/bucket/a.html s3.us-west-004.backblazeb2.com/bucket/a.html s3.wasabisys.com/bucket/a.html
  www.paypal.com/paypalme/evil accounts.google.com/o/oauth2/auth?client_id=evil`.split(/\s+/);

it.each(PAGES)('%s is a page, so that a report about it never names its host', (address) => {
  expect(recognizeUrl(`https://${address}`)).toEqual({ type: 'PAGE', content: address.replace(/^www\./, '') });
});

const SITES =
  `evil.my.canva.site evil.gitbook.io evil.user.fm bucket.s3.eu-west-1.amazonaws.com s3-evil.s3.amazonaws.com
  bucket.ams3.digitaloceanspaces.com bucket.s3.us-west-004.backblazeb2.com 247.48.198.104.bc.googleusercontent.com evil.unbouncepages.com
  evilcanva.com canva.com.evil.example evil.localto.net evil.beget.app evil-1a2b.uc.gateway.dev`.split(/\s+/);

it.each(SITES)('%s is a separate site', (host) => {
  expect(recognizeUrl(`https://${host}/claim`)).toEqual({ type: 'URL', content: host });
});

it('matches the whole name of a host only', () => {
  expect(['canva', 'canva.com t', 'va.com', '', ' ', 'canva.com figma.com'].filter(isSharedHost)).toEqual([]);
});
