import { isSharedHost } from '../url/host/shared-host.ts';
import sites from './publishing-sites.json' with { type: 'json' };

/**
 * Sites on which people publish by lists that others maintain (`npm run publishing-sites`). The page scripts and the popup
 * do without them: only the service decides what is listed.
 */
const SITES: ReadonlySet<string> = new Set(sites.hosts.split(' '));

/** The day on which the lists were fetched, `YYYY-MM-DD`. */
export const sitesTaken = (): string => sites.taken;

/** Whether many people publish on a canonical host, with or without `www.`, by our own list or by those. */
export const isPublishingSite = (host: string): boolean => isSharedHost(host) || SITES.has(host.replace(/^www\./, ''));
