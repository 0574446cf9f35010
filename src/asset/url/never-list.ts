const hosts = (...groups: string[]): ReadonlySet<string> => new Set(groups.flatMap((group) => group.split(' ')));

/** Sites that so many people rely on that listing them, or anything below them, can only be a mistake or an attack on the list. */
const WHOLE_SITES = hosts(
  'google.com gstatic.com youtube.com gmail.com apple.com icloud.com microsoft.com live.com office.com outlook.com bing.com',
  'google.at google.be google.ca google.ch google.co.in google.co.jp google.co.uk google.com.au google.com.br google.com.mx google.com.tr',
  'google.de google.es google.fr google.it google.nl google.pl google.pt google.ru google.se amazon.de amazon.co.uk amazon.fr amazon.co.jp',
  'facebook.com instagram.com whatsapp.com twitter.com x.com linkedin.com reddit.com discord.com telegram.org signal.org',
  'amazon.com ebay.com paypal.com netflix.com yahoo.com duckduckgo.com baidu.com yandex.ru wikipedia.org wikimedia.org',
  'github.com gitlab.com stackoverflow.com mozilla.org firefox.com cloudflare.com openai.com dropbox.com zoom.us',
  'ethereum.org bitcoin.org solana.com polkadot.network tron.network metamask.io etherscan.io coinbase.com binance.com kraken.com',
  'coingecko.com coinmarketcap.com uniswap.org aave.com opensea.io ledger.com trezor.io trustwallet.com phantom.com phantom.app',
  'walletconnect.com rabby.io safe.global revoke.cash chainlist.org',
);

/** Hosts whose subdomains belong to different people and which the Public Suffix List does not know: only they themselves are meant. */
const LANDLORDS = hosts(
  'amazonaws.com googleapis.com googleusercontent.com windows.net sharepoint.com tumblr.com wix.com squarespace.com shopify.com',
  'fleek.co on.fleek.co mypinata.cloud 000webhostapp.com amplifyapp.com typeform.com zendesk.com atlassian.net hubspot.com',
  'mystrikingly.com jimdo.com webnode.com carrd.co wordpress.com medium.com substack.com bandcamp.com teachable.com slack.com',
);

/** Addresses that nobody holds and that every page about a chain shows: the zero address, the burn address, the native-coin placeholder. */
const NOBODYS_ADDRESSES = hosts(
  '0x0000000000000000000000000000000000000000 0x000000000000000000000000000000000000dead',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee 0xffffffffffffffffffffffffffffffffffffffff',
);

/** Whether a canonical host is one that is never listed as a whole. */
export function isNeverListedHost(host: string): boolean {
  if (LANDLORDS.has(host)) return true;
  const labels = host.split('.');
  return labels.some((_, index) => WHOLE_SITES.has(labels.slice(index).join('.')));
}

/** Whether a canonical wallet address is one that nobody holds. */
export const isNobodysAddress = (content: string): boolean => NOBODYS_ADDRESSES.has(content);
