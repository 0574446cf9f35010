const hosts = (...groups: string[]): ReadonlySet<string> => new Set(groups.flatMap((group) => group.split(' ')));

/**
 * Sites that so many people depend on that listing them, or anything below them, can only be a mistake or an attack.
 */
const WHOLE_SITES = hosts(
  'google.com gstatic.com youtube.com gmail.com apple.com icloud.com icloud.com.cn microsoft.com cloud.microsoft live.com office.com office365.com outlook.com bing.com',
  'google.at google.be google.ca google.ch google.co.in google.co.jp google.co.uk google.com.au google.com.br google.com.mx google.com.tr',
  'google.de google.es google.fr google.it google.nl google.pl google.pt google.ru google.se amazon.de amazon.co.uk amazon.fr amazon.co.jp',
  'facebook.com instagram.com whatsapp.com twitter.com x.com linkedin.com reddit.com discord.com telegram.org signal.org',
  'amazon.com ebay.com netflix.com yahoo.com duckduckgo.com baidu.com yandex.ru wikipedia.org wikimedia.org',
  'github.com gitlab.com stackoverflow.com mozilla.org firefox.com cloudflare.com openai.com dropbox.com zoom.us adobe.com docusign.com',
  'ethereum.org bitcoin.org solana.com polkadot.network tron.network metamask.io etherscan.io',
  'coingecko.com coinmarketcap.com uniswap.org aave.com opensea.io ledger.com trezor.io trustwallet.com phantom.com phantom.app',
  'walletconnect.com rabby.io safe.global revoke.cash chainlist.org',
);

/**
 * Banks and payment services, with their hosts for private customers: the 29 global systemically important banks
 * (Financial Stability Board, list of 2024), the entries of 2fa.directory (github.com/2factorauth/twofactorauth, August
 * 2026) for banking and payments among the 10,000 most visited sites, and the large national banks that public phishing
 * lists imitate most. See decisions.md for the last group, which no list confirms in full.
 */
const BANKS = hosts(
  'jpmorganchase.com jpmorgan.com chase.com citi.com citigroup.com hsbc.com hsbc.co.uk hsbc.com.hk abchina.com bankofamerica.com bofa.com',
  'boc.cn bankofchina.com barclays.com barclays.co.uk barclaycard.co.uk bnpparibas bnpparibas.com ccb.com',
  'deutsche-bank.de db.com goldmansachs.com credit-agricole.fr icbc.com.cn mufg.jp bk.mufg.jp ubs.com bankcomm.com bny.com groupebpce.com',
  'banquepopulaire.fr caisse-epargne.fr ing.com ing.nl ing.de ing.be mizuhogroup.com mizuhobank.co.jp morganstanley.com rbc.com',
  'rbcroyalbank.com santander.com santander.co.uk bancosantander.es societegenerale.com societegenerale.fr sc.com statestreet.com smbc.co.jp',
  'smfg.co.jp td.com tdbank.com wellsfargo.com',
  'abnamro.nl anz.com.au axisbank.com bancobrasil.com.br bancogalicia.com bancolombia.com bbva.com bbva.es bbva.mx bb.com.br bmo.com',
  'bradesco.com.br caixa.gov.br caixabank.es capitalone.com cibc.com commbank.com.au commerzbank.de credit-suisse.com creditmutuel.fr',
  'danskebank.dk dkb.de dnb.no erstegroup.com fidelity.com halifax.co.uk hdfcbank.com icicibank.com intesasanpaolo.com itau.com.br',
  'kbc.be lcl.fr lloydsbank.com migrosbank.ch monzo.com n26.com nab.com.au nationwide.co.uk natwest.com nordea.com nubank.com.br',
  'onlinesbi.sbi sbi.co.in pnc.com postbank.de postfinance.ch rabobank.nl raiffeisen.ch revolut.com sabadell.com scotiabank.com seb.se',
  'sparkasse.de swedbank.se tsb.co.uk truist.com unicredit.it usbank.com usaa.com volksbank.de westpac.com.au',
  'adyen.com affirm.com alipay.com americanexpress.com cash.app klarna.com mastercard.com mercadolibre.com mercadopago.com moneygram.com',
  'paypal.com payoneer.com paytm.com skrill.com squareup.com stripe.com venmo.com visa.com westernunion.com wise.com zellepay.com',
  '53.com accountonline.com ally.com ameriprise.com bankhapoalim.co.il bankofscotland.co.uk becu.org bochk.com boursorama.com cgd.pt',
  'citibank.com citibankonline.com citizensbank.com co-operativebank.co.uk comdirect.de dbs.com.sg desjardins.com discover.com',
  'discovercard.com firstdirect.com grupobancolombia.com halifax-online.co.uk handelsbanken.se huntington.com ipko.pl key.com',
  'labanquepostale.fr moneykit.net mtb.com navyfederal.org ncsecu.org netbk.co.jp nordea.fi nordea.se onlinesbi.com penfed.org poste.it',
  'regions.com santander.com.br schwab.com shinseibank.com sparda.de stgeorge.com.au targobank.de tescobank.com',
  'neteller.com payeer.com paysafecard.com qiwi.com webmoney.ru',
);

/**
 * Cryptocurrency exchanges: the first by trust score and volume (CoinGecko and CoinMarketCap, rankings of spot
 * exchanges), and those of 2fa.directory that are among the 10,000 most visited sites or allowed by
 * eth-phishing-detect.
 */
const EXCHANGES = hosts(
  'binance.com binance.us bingx.com bitfinex.com bitflyer.com bitget.com bithumb.com bitmart.com bitmex.com bitpanda.com bitso.com',
  'bitstamp.net bitvavo.com blockchain.com btcturk.com bybit.com coinbase.com coincheck.com coinone.co.kr coinspot.com.au crypto.com',
  'deribit.com gate.com gate.io gemini.com htx.com hyperliquid.xyz kraken.com kucoin.com lbank.com luno.com mexc.com okx.com okcoin.com',
  'phemex.com poloniex.com robinhood.com upbit.com whitebit.com blockchain.info exmo.com',
);

/** Sites that sign people in to other sites, by password, device or government identity. */
const SIGN_IN_SITES = hosts(
  'appleid.apple.com login.gov id.me access.service.gov.uk tax.service.gov.uk usa.gov irs.gov ssa.gov canada.ca impots.gouv.fr franceconnect.gouv.fr bundid.de spid.gov.it digid.nl',
  'itsme-id.com bankid.com mitid.dk login.microsoftonline.com microsoftonline.com msauth.net windowsazure.com windows.com',
  'okta.com okta-emea.com auth0.com onelogin.com pingidentity.com pingone.com duosecurity.com duo.com jumpcloud.com',
  '1password.com bitwarden.com lastpass.com dashlane.com proton.me authy.com epicgames.com roblox.com naver.com kakao.com line.me qq.com',
  'web3auth.io magic.link privy.io worldcoin.org ens.domains',
);

/** Public resolvers, by which many people reach every site (their operators' own documentation). */
const RESOLVERS = hosts(
  '8.8.8.8 8.8.4.4 1.1.1.1 1.0.0.1 9.9.9.9 149.112.112.112 208.67.222.222 208.67.220.220 94.140.14.14 94.140.15.15',
  'dns.google cloudflare-dns.com one.one.one.one dns.quad9.net dns.opendns.com dns.adguard-dns.com',
);

const NEVER_LISTED: ReadonlySet<string> = new Set([
  ...WHOLE_SITES,
  ...BANKS,
  ...EXCHANGES,
  ...SIGN_IN_SITES,
  ...RESOLVERS,
]);

/**
 * Hosts whose subdomains belong to different people and that are not in the Public Suffix List. Only the hosts
 * themselves are meant.
 */
const LANDLORDS = hosts(
  'amazonaws.com googleapis.com googleusercontent.com windows.net sharepoint.com tumblr.com wix.com squarespace.com shopify.com',
  'fleek.co on.fleek.co mypinata.cloud 000webhostapp.com amplifyapp.com typeform.com zendesk.com atlassian.net hubspot.com',
  'mystrikingly.com jimdo.com webnode.com carrd.co wordpress.com medium.com substack.com bandcamp.com teachable.com slack.com',
  'unbouncepages.com instapage.com leadpages.co getresponsepages.com clickfunnels.com kajabi.com sharepoint.com beehiiv.com ghost.io',
  'tilda.cc tilda.ws site123.me weeblysite.com webflow.com zohosites.com freshdesk.com intercom.help tawk.help helpscoutdocs.com',
);

/**
 * Whether a canonical host must never be listed as a whole: a host of these lists, or one below a site that many people
 * depend on.
 */
export function isNeverListedHost(host: string): boolean {
  if (LANDLORDS.has(host.replace(/^www\./, ''))) return true;
  for (let site = host; site !== ''; site = site.includes('.') ? site.slice(site.indexOf('.') + 1) : '')
    if (NEVER_LISTED.has(site)) return true;
  return false;
}
