import { networksOf } from '../http/networks.ts';
import type { OutboundPolicy } from '../http/outgoing.ts';
import { CommandError, repeatedOption, textOptions, type Words } from './words.ts';

export const PRIVATE_OPTION = repeatedOption(
  '--allow-private-addresses <network>',
  'address or network beside the public Internet that sources, webhooks, callbacks and scans may reach, as 10.20.0.0/16',
);

/** The networks of {@link PRIVATE_OPTION}; undefined where it was not given. @throws CommandError for what is no network */
export function outboundOption(words: Words): OutboundPolicy | undefined {
  const networks = networksOption(words, 'allow-private-addresses');
  return networks.length === 0 ? undefined : { privateNetworks: networksOf(networks) };
}

/** The values of an option for addresses and networks, each alone or with commas. @throws CommandError for what is none */
export function networksOption(words: Words, name: string): string[] {
  const networks = textOptions(words, name).flatMap((text) => text.split(','));
  try {
    networksOf(networks);
  } catch (error) {
    throw new CommandError(`--${name}: ${(error as Error).message}`);
  }
  return networks;
}
