import { describe, expect, it } from 'vitest';
import { expressionsOf, urlExpressions } from '../url/expression.ts';
import { pageOf, recognizeUrl, urlAssets } from '../url/recognize-url.ts';
import { listedExpression } from './listed-expression.ts';
import { listableAsset, listingRefusal } from './refusal.ts';

/** What a visit of a URL asks the list for. */
const asked = (url: string): string[] => [
  ...urlExpressions(url),
  ...urlAssets(url)
    .filter(({ type }) => type !== 'URL' && type !== 'PAGE')
    .flatMap(expressionsOf),
];
/** The expression of the page, account or content that a URL names. */
const listed = (url: string): string => {
  const asset = recognizeUrl(url)!;
  return listedExpression(asset.type === 'URL' && !/^https?:\/\/[^/]+\/?$/.test(url) ? pageOf(url)! : asset);
};

const CID = 'bafybeif37tkbmcq6qz2nvrrcskxerpshqutcvvyhr6pmcg3uujkm44h2ay';
const KEY = 'k51qzi5uqu5dh2yrj1n2ndnf6821v2xtk8uybomuyyjlg9qp6dkzjwo904ufb0';
const FILE = '1EvilEvil-0123456789012345';

describe('what is listed covers the same thing under another address', () => {
  it.each([
    // Names and contents of IPFS on any gateway
    ['https://ipfs.io/ipns/evil.eth', 'https://evil-eth.ipns.dweb.link/claim'],
    ['https://app-evil-eth.ipns.inbrowser.link/', 'https://app.evil.eth.limo/'],
    ['https://evil.eth.limo/claim.html', 'https://dweb.link/ipns/evil.eth/claim.html'],
    ['https://evil-drop.example/', 'https://evil--drop-example.ipns.dweb.link/'],
    ['https://ipfs.io/ipns/evil-drop.example', 'https://evil--drop-example.ipns.gateway.example/a'],
    ['ipns://evil.eth', 'https://gateway.example/ipns/evil.eth/'],
    ['https://ipfs.io/ipns/12D3KooWCFDkm9HxKPRgPg9SD3SS6zKfjU7WtoniwLuitgpcYmU7', `https://${KEY}.ipns.dweb.link/`],
    [`https://${KEY}.ipns.dweb.link/`, `https://gateway.example/ipns/${KEY}/x`],
    [`https://ipfs.io/ipfs/${CID}`, `https://${CID}.ipfs.gateway.example/`],
    // Carriers of an address
    [
      'https://eu.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.example%2Fclaim&data=1',
      'https://evil.example/claim',
    ],
    ['https://urldefense.com/v3/__https://evil.example/claim__;!!x$', 'https://evil.example/claim'],
    ['https://www.google.com/url?sa=D&q=https://evil.example/claim', 'https://evil.example/claim'],
    ['https://evil.example/claim', 'https://translate.google.com/translate?sl=en&u=https://evil.example/claim'],
    ['https://evil.example/', 'https://translated.turbopages.org/proxy_u/en-ru.ru.0a/https/evil.example/'],
    // Two addresses of one file, page or account
    [`https://drive.google.com/file/d/${FILE}/view`, `https://drive.google.com/uc?export=download&id=${FILE}`],
    [`https://drive.google.com/drive/folders/${FILE}`, `https://drive.google.com/open?id=${FILE}`],
    [`https://drive.google.com/open?id=${FILE}`, `https://docs.google.com/document/d/${FILE}/edit`],
    ['https://www.dropbox.com/s/evil/x.html?dl=0', 'https://dl.dropboxusercontent.com/s/evil/x.html'],
    [
      'https://media.discordapp.net/attachments/1/2/a.exe?ex=1',
      'https://cdn.discordapp.com/attachments/1/2/a.exe?ex=2',
    ],
    [
      'https://arweave.net/0123456789abcdefghijklmnopqrstuvwxyzABCDEFG/a',
      'https://2no3py46xpz5ng3r26pyegfdsjm2piu2voznxl6ddszqaeedcbiq.arweave.net/0123456789abcdefghijklmnopqrstuvwxyzABCDEFG/a',
    ],
    [
      'https://gist.github.com/evil/0123456789abcdef0123456789abcdef',
      'https://gist.githubusercontent.com/evil/0123456789abcdef0123456789abcdef/raw',
    ],
    [
      'https://gist.github.com/0123456789abcdef0123456789abcdef',
      'https://gist.github.com/evil/0123456789abcdef0123456789abcdef',
    ],
    ['https://github.com/evil/drainer', 'https://raw.githubusercontent.com/wiki/evil/drainer/Home.md'],
    ['https://gitlab.com/a/evil/-/blob/main/src/x.sh', 'https://gitlab.com/a/evil/-/raw/main/src/x.sh'],
    ['https://bitbucket.org/evil/kit/src/main/x.sh', 'https://bitbucket.org/evil/kit/raw/main/x.sh'],
    ['https://pastebin.com/EvilEvil', 'https://pastebin.com/raw/EvilEvil'],
    ['https://www.canva.com/design/DAEvil/x/view', 'https://www.canva.com/design/DAEvil/x/edit'],
    ['https://github.com/evil/drainer', 'https://github.com/evil/drainer/issues/3'],
    ['https://github.com/evil', 'https://github.com/evil/drainer/pull/3'],
    // Fragments and parameters that do not name the page
    ['https://www.icloud.com/sharedalbum/#B0aEvil', 'https://www.icloud.com/sharedalbum/de-de/#B0aEvil'],
    ['https://matrix.to/#/#evil:matrix.org', 'https://matrix.to/#/%23evil:matrix.org?via=x'],
    ['https://u1.ct.sendgrid.net/ls/click?upn=u001.E', 'https://u1.ct.sendgrid.net/ls/click?upn=u001.E&x=1'],
    [
      'https://a.us1.list-manage.com/track/click?u=0&id=2&e=3',
      'https://a.us1.list-manage.com/track/click?u=0&id=2&e=4',
    ],
    ['https://forms.office.com/r/Ab1', 'https://forms.office.com/r/Ab1?email=ann@corp.example'],
  ])('%s at %s', (one, other) => {
    expect(asked(other)).toContain(listed(one));
  });
});

describe('what is listed covers nothing of other people', () => {
  it.each([
    ['https://ipfs.io/ipns/evil.eth', 'https://ipfs.io/ipns/good.eth'],
    // The copy of a site at a gateway is not the site.
    ['https://app-good-example.ipns.dweb.link/', 'https://app.good.example/'],
    // A path that anyone can write on an own site
    ['https://good.example/', 'https://evil.example/ipns/good.example.org/'],
    ['https://github.com/good/repo/issues/5', 'https://github.com/good/repo'],
    ['https://github.com/good/repo/commit/0123456789abcdef', 'https://github.com/good/repo'],
    ['https://github.com/orgs/good/discussions/1', 'https://github.com/orgs/good/discussions/2'],
    ['https://github.com/good/repo/files/1/a.zip', 'https://github.com/good/repo/files/2/b.zip'],
    ['https://github.com/user-attachments/files/1/x', 'https://github.com/user-attachments/files/2/y'],
    ['https://www.icloud.com/sharedalbum/#B0aEvil', 'https://www.icloud.com/sharedalbum/#B0aGood'],
    ['https://app.element.io/#/room/#evil:matrix.org', 'https://app.element.io/#/room/#good:matrix.org'],
    ['https://na4.docusign.net/Signing/EmailStart.aspx?a=0a', 'https://na4.docusign.net/Signing/EmailStart.aspx?a=0b'],
    [
      'https://ad.doubleclick.net/ddm/clk/1;2?https://evil.example/',
      'https://ad.doubleclick.net/ddm/clk/1;2?https://good.example/',
    ],
    [
      'https://good.example/redirect?url=https://evil.example',
      'https://good.example/redirect?url=https://good.example',
    ],
    ['https://clicks.aweber.com/y/ct/?l=Evil', 'https://clicks.aweber.com/y/ct/?l=Good'],
    ['https://click.kit-mail3.com/e/?c=Evil', 'https://click.kit-mail3.com/e/?c=Good'],
    [
      'https://www.googleadservices.com/pagead/aclk?ai=EVIL&adurl=',
      'https://www.googleadservices.com/pagead/aclk?ai=GOOD&adurl=',
    ],
    [
      'https://outlook.office365.com/owa/calendar/evil@evil.example/bookings/',
      'https://outlook.office365.com/owa/calendar/good@good.example/bookings/',
    ],
    ['https://www.facebook.com/login.php?next=https://evil.example', 'https://www.facebook.com/login.php?next=/'],
    ['https://www.twitch.tv/redirect?url=x', 'https://www.twitch.tv/redirect?url=y'],
    ['https://social.example/@evil/1', 'https://social.example/@good/1'],
  ])('%s at %s', (one, other) => {
    expect(asked(other)).not.toContain(listed(one));
  });
});

describe('what is proposed for a content', () => {
  it.each([
    ['https://zfrmz.com/Evil', 'PAGE:zfrmz.com/Evil'],
    ['https://letterboxd.com/evil', 'PAGE:letterboxd.com/evil'],
    ['https://i.imgur.com/Evil12.png', 'PAGE:i.imgur.com/Evil12.png'],
    ['https://photos.app.goo.gl/Evil', 'PAGE:photos.app.goo.gl/Evil'],
    ['https://oss-cn-hangzhou.aliyuncs.com/evil/a.html', 'PAGE:oss-cn-hangzhou.aliyuncs.com/evil/a.html'],
    ['https://unpkg.com/evil@1.2.3/x.js', 'PAGE:unpkg.com/evil@1.2.3/x.js'],
    ['https://www.eventbrite.co.uk/e/evil-1', 'PAGE:eventbrite.co.uk/e/evil-1'],
    ['https://social.example/@evil/1', 'PAGE:social.example/@evil/1'],
    ['https://www.paypal.com/invoice/p/#INV2-EVIL', 'PAGE:paypal.com/invoice/p/#INV2-EVIL'],
    ['https://evil-eth.ipns.dweb.link/', 'IPFS:ipns/evil.eth'],
    ['https://eu-west-1.protection.sophos.com/?d=evil.example&u=aHR0cHM6Ly9ldmlsLmV4YW1wbGUvYQ==', 'URL:evil.example'],
    ['https://www.bing.com/ck/a?!&&p=0&u=a1aHR0cHM6Ly9ldmlsLmV4YW1wbGUv&ntb=1', 'URL:evil.example'],
    ['https://adclick.g.doubleclick.net/pcs/click?adurl=//evil.example/a', 'URL:evil.example'],
    ['https://deref-web.de/mail/client/x/dereferrer/?redirectUrl=https%3A%2F%2Fevil.example%2Fa', 'URL:evil.example'],
    ['https://urldefense.proofpoint.com/v2/url?u=https-3A__evil.example_a&d=x', 'URL:evil.example'],
    ['https://urldefense.com/v3/__https:/*evil.example/a__;Lw!!x$', 'URL:evil.example'],
    ['https://secure-web.cisco.com/1Ab/https%3A%2F%2Fevil.example%2Fa', 'URL:evil.example'],
    [
      'https://protect-us.mimecast.com/s/Ab?domain=good.example',
      'PAGE:protect-us.mimecast.com/s/Ab?domain=good.example',
    ],
    ['https://www.google.com/url?q=javascript:alert(1)', 'PAGE:google.com/url?q=javascript:alert(1)'],
    ['evil.sol', 'ADDRESS:evil.sol'],
    ['Evil.Crypto', 'ADDRESS:evil.crypto'],
    ['https://evil.crypto/', 'URL:evil.crypto'],
  ])('%s: %s', (content, expected) => {
    const asset = listableAsset(content)!;
    expect(`${asset.type}:${asset.content}`).toBe(expected);
    expect(listingRefusal(asset)).toBeNull();
  });

  it.each([
    'chatgpt.com',
    'letterboxd.com',
    'edgeone.app',
    'z13.web.core.windows.net',
    'ctrk.klclick2.com',
    'https://www.icloud.com/sharedalbum/',
    'https://github.com/user-attachments/files',
    'https://www.facebook.com/reg/',
    'ipns://docs.google.com',
    'https://ipfs.io/ipns/github.io',
  ])('%s: nothing, because it is of many people', (content) => {
    expect(listingRefusal(listableAsset(content)!)).not.toBeNull();
  });
});
