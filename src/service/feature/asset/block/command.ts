import { Argument, Option } from 'commander';
import { type Asset, canonicalUrl } from '../../../../asset/index.ts';
import { listableAsset } from '../../../../asset/listing/listable.ts';
import { type Command, type CommandContext, TWO_PEOPLE_NOTE } from '../../../command/command.ts';
import { CommandError, isGiven, textArgument, textOption } from '../../../command/words.ts';
import { decide, ListingRefused } from '../../../listing/decision.ts';
import { assetCheckOf } from '../check/check.ts';
import { requestBlock } from './request.ts';

const OPERATOR = 'operator';

export const block: Command = {
  name: 'block',
  summary: 'Block a site, a page, a wallet address or an account',
  arguments: [new Argument('<content>', 'address of a site, page, wallet or account')],
  options: [
    new Option('--page', 'block this one page, not its whole site'),
    new Option('--reason <text>', 'why, as a person who is stopped reads it'),
    new Option('--source <name>', 'who says so').default(OPERATOR),
    new Option('--force', 'block a host of high reach without a second person who asks for it too'),
    new Option(
      '--override',
      'block even a site of the never-list: a bank, an exchange, a sign-in site; as --force too',
    ),
  ],
  notes: [TWO_PEOPLE_NOTE],
  run: async ({ database, publisher, terminal, person = null }, words) => {
    const content = textArgument(words, 'content');
    const asset = isGiven(words, 'page') ? pageOf(content) : assetOf(content);
    const source = textOption(words, 'source') ?? OPERATOR;
    const reason = textOption(words, 'reason') ?? null;
    try {
      const entry = { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source, reason } as const;
      const neverListed = isGiven(words, 'override');
      const { from } =
        neverListed || isGiven(words, 'force')
          ? await decide(database, entry, { highReach: true, neverListed })
          : await requestBlock(database, entry, person?.userId ?? null);
      publisher.notify();
      terminal.print(from === 'BLOCKED' ? `${named(asset)} was blocked already` : `${named(asset)} is blocked now`);
    } catch (error) {
      if (error instanceof ListingRefused) throw new CommandError(`Not blocked: ${error.message}`);
      throw error;
    }
  },
};

export const unblock: Command = {
  name: 'unblock',
  summary: 'Take something off the blocklist; imports will not block it again',
  arguments: [new Argument('<content>', 'address of what is blocked')],
  options: [new Option('--reason <text>', 'why, for the changelog')],
  run: async (context, words) => {
    const content = textArgument(words, 'content');
    const asset = await blockedAsset(context, content);
    const { database, publisher, terminal } = context;
    const reason = textOption(words, 'reason') ?? null;
    await decide(database, { asset, status: 'UNKNOWN', decidedBy: 'OPERATOR', source: OPERATOR, reason });
    publisher.notify();
    terminal.print(`${named(asset)} is not blocked any more`);
    const left = await assetCheckOf(database, content);
    if (left.status === 'BLOCKED' && left.deciding)
      terminal.print(`It is still stopped, because ${named(left.deciding.asset)} is blocked`);
  },
};

/** The blocked asset that a content names: the site, page or account itself, not a host above it. */
async function blockedAsset({ database }: CommandContext, content: string): Promise<Asset> {
  const asset = assetOf(content);
  const { status, why, deciding } = await assetCheckOf(database, content);
  if (status !== 'BLOCKED' || !deciding) throw new CommandError(`${named(asset)} is not blocked`);
  if (why === 'parent-domain')
    throw new CommandError(`${named(asset)} is not blocked itself: it is stopped because ${named(deciding.asset)} is`);
  return deciding.asset;
}

function assetOf(content: string): Asset {
  const asset = listableAsset(content);
  if (!asset) throw new CommandError(`"${content}" is no address of a site, wallet or account`);
  return asset;
}

function pageOf(content: string): Asset {
  const page = canonicalUrl(addressOf(content));
  if (page === null) throw new CommandError(`"${content}" is no address of a page`);
  return { type: 'PAGE', content: page };
}

const addressOf = (content: string): string => (/^https?:/i.test(content) ? content : `http://${content}`);

const named = ({ type, content }: Asset): string => `${type} ${content}`;
