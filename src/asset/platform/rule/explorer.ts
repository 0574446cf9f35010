import { type Platform, words } from '../platform.ts';

const PLACES = ['address', 'account', 'token', 'contract', 'nft', 'accounts', 'wallet'];

/** A possible address of any family. Hexadecimal is case-insensitive; other alphabets are not. */
function longWord(text: string): string | null {
  if (/^0x[0-9a-f]{40,64}$/i.test(text)) return text.toLowerCase();
  return /^[\w-]{25,110}$/.test(text) ? text : null;
}

/**
 * Block explorers. An account page names an address; the page of a transaction or a block names nobody. `recognizeUrl`
 * verifies the address.
 */
export const EXPLORER: readonly Platform[] = [
  {
    type: 'ADDRESS',
    hosts: words(
      'etherscan.io bscscan.com polygonscan.com arbiscan.io basescan.org snowtrace.io snowscan.xyz ftmscan.com lineascan.build scrollscan.com blastscan.io mantlescan.xyz gnosisscan.io celoscan.io moonscan.io cronoscan.com sonicscan.org uniscan.xyz berascan.com worldscan.org abscan.org apescan.io hyperevmscan.io fraxscan.com taikoscan.io bttcscan.com blockscout.com ethplorer.io oklink.com blockscan.com solscan.io tronscan.org tonviewer.com tonscan.org suiscan.xyz suivision.xyz aptoscan.com explorer.aptoslabs.com mintscan.io xrpscan.com stellar.expert subscan.io blockchain.com mempool.space blockstream.info blockchair.com',
    ),
    neutral: /^[a-z0-9-]+$/,
    routes: [
      // What one holder has of a token: the page is about the holder.
      { path: '/token/{_}', query: { a: '0x[0-9a-f]{40}' }, content: '{a}', form: longWord },
      ...PLACES.flatMap((place) => [
        { path: `/${place}/{address}/**`, content: '{address}', form: longWord },
        { path: `/{_}/${place}/{address}/**`, content: '{address}', form: longWord },
        { fragment: `/${place}/{address}/**`, content: '{address}', form: longWord },
      ]),
    ],
    links: ['https://etherscan.io/address/{content}'],
  },
];
