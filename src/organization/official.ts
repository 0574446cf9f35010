import { getDomain } from 'tldts';
import { namedBy } from '../asset/index.ts';

/** What is shown with no name beside it: a wallet address, and ways to reach somebody. */
const UNSHOWN: ReadonlySet<string> = new Set(['ADDRESS', 'EMAIL', 'PHONE_NUMBER', 'IPFS']);

/** What is wrong with a site, page or account that a brand calls its own, in words; null where it can be used. */
export function officialProblem(content: string): string | null {
  const asset = namedBy(content)?.asset;
  if (asset === undefined || UNSHOWN.has(asset.type))
    return `"${content}" is no site, page or account; write example.com, example.com/page, or the address of the account`;
  const host = asset.content.replace(/\/$/, '');
  const isShared =
    asset.type === 'PAGE'
      ? !host.includes('/')
      : asset.type === 'URL' && getDomain(host, { allowPrivateDomains: true }) === null;
  return isShared ? `${host} holds what is everybody's; name your own site, page or account there` : null;
}
