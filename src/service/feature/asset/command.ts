import { Argument, Option } from 'commander';
import { type Asset, canonicalUrl } from '../../../asset/index.ts';
import { listableAsset } from '../../../asset/listing/refusal.ts';
import { type Command, type CommandContext, TWO_PEOPLE_NOTE } from '../../command-line/command.ts';
import { CommandError, isGiven, textArgument, textOption, type Words } from '../../command-line/words.ts';
import { KEY_VARIABLE } from '../../http/access/api-key.ts';
import { decide, ListingRefused, ReachRefused } from '../listing/decision.ts';
import { APPROVAL_DAYS, requestBlock } from '../listing/request.ts';
import { assetCheckOf } from './check.ts';

function listableArgument(words: Words): Asset {
  const content = textArgument(words, 'content');
  const asset = listableAsset(content);
  if (!asset) throw new CommandError(`"${content}" is no address of a site, wallet or account`);
  return asset;
}

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
      'block even what many people rely on: a bank, an exchange, a token, a sign-in site; as --force too',
    ),
  ],
  notes: [TWO_PEOPLE_NOTE],
  run: async ({ database, publisher, terminal, person = null }, words) => {
    const asset = isGiven(words, 'page') ? pageOf(textArgument(words, 'content')) : listableArgument(words);
    const source = textOption(words, 'source') ?? OPERATOR;
    const reason = textOption(words, 'reason') ?? null;
    try {
      const entry = { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source, reason } as const;
      const neverListed = isGiven(words, 'override');
      const decided =
        neverListed || isGiven(words, 'force')
          ? await decide(database, entry, { highReach: true, neverListed })
          : await requestBlock(database, entry, person?.userId ?? null);
      if (decided === null)
        throw new CommandError(
          `Not blocked: it reaches much. It is blocked once another person asks for it within ${APPROVAL_DAYS} days, or with --force`,
        );
      publisher.notify();
      terminal.print(
        decided.from === 'BLOCKED' ? `${named(asset)} was blocked already` : `${named(asset)} is blocked now`,
      );
    } catch (error) {
      if (error instanceof ReachRefused)
        throw new CommandError(
          `Not blocked: ${error.message}. That takes two people, and this command does not say who gives it: put your own user key into ${KEY_VARIABLE}, or give --force`,
        );
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
    const asset = await blockedAsset(context, words);
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
async function blockedAsset({ database }: CommandContext, words: Words): Promise<Asset> {
  const asset = listableArgument(words);
  const { status, why, deciding } = await assetCheckOf(database, textArgument(words, 'content'));
  if (status !== 'BLOCKED' || !deciding) throw new CommandError(`${named(asset)} is not blocked`);
  if (why === 'parent-domain')
    throw new CommandError(`${named(asset)} is not blocked itself: it is stopped because ${named(deciding.asset)} is`);
  return deciding.asset;
}

function pageOf(content: string): Asset {
  const page = canonicalUrl(addressOf(content));
  if (page === null) throw new CommandError(`"${content}" is no address of a page`);
  return { type: 'PAGE', content: page };
}

const addressOf = (content: string): string => (/^https?:/i.test(content) ? content : `http://${content}`);

const named = ({ type, content }: Asset): string => `${type} ${content}`;
