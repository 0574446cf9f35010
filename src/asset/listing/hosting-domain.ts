import { isSharedHost } from '../url/host/shared-host.ts';
import { isPrivateSuffix } from './public-suffix.ts';

/** Whether strangers have sites or pages below a host: the shared hosts, and the private section of the Public Suffix List. */
export const isHostingDomain = (host: string): boolean => isSharedHost(host) || isPrivateSuffix(host);
