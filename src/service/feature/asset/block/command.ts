import { userInfo } from 'node:os';
import { type Asset, canonicalUrl, normalizeContent } from '../../../../asset/index.ts';
import { type Command, type CommandContext, CommandError, positionals, textOption } from '../../../command/command.ts';
import { decide, ListingRefused } from '../../../listing/decision.ts';
import { verdictOn } from '../verdict/verdict.ts';
import { requestBlock } from './request.ts';

const OPERATOR = 'operator';

export const block: Command = {
  name: 'block',
  synopsis: 'CONTENT [--page] [--reason TEXT] [--source NAME] [--force]',
  summary: 'Block a site, a page, a wallet address or an account',
  options: {
    page: { type: 'boolean' },
    reason: { type: 'string' },
    source: { type: 'string' },
    force: { type: 'boolean' },
  },
  help: [
    '--page         block this one page, not its whole site',
    '--reason TEXT  why, as a person who is stopped reads it',
    `--source NAME  who says so (default: ${OPERATOR})`,
    '--force        block what many people visit without a second person who asks for it too',
  ],
  run: async ({ database, publisher, terminal }, words) => {
    const [content] = positionals(words, 'CONTENT');
    const asset = words.values.page === true ? pageOf(content) : assetOf(content);
    const source = textOption(words, 'source') ?? OPERATOR;
    const reason = textOption(words, 'reason') ?? null;
    try {
      const entry = { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source, reason } as const;
      const person = userInfo().username;
      const { from } =
        words.values.force === true ? await decide(database, entry, true) : await requestBlock(database, entry, person);
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
  synopsis: 'CONTENT [--reason TEXT]',
  summary: 'Take something off the blocklist; imports will not block it again',
  options: { reason: { type: 'string' } },
  help: ['--reason TEXT  why, for the changelog'],
  run: async (context, words) => {
    const [content] = positionals(words, 'CONTENT');
    const asset = await blockedAsset(context, content);
    const { database, publisher, terminal } = context;
    const reason = textOption(words, 'reason') ?? null;
    await decide(database, { asset, status: 'UNKNOWN', decidedBy: 'OPERATOR', source: OPERATOR, reason });
    publisher.notify();
    terminal.print(`${named(asset)} is not blocked any more`);
    const left = await verdictOn(database, content);
    if (left.status === 'BLOCKED' && left.deciding)
      terminal.print(`It is still stopped, because ${named(left.deciding.asset)} is blocked`);
  },
};

/** The blocked asset that a content names: the site, page or account itself, not a host above it. */
async function blockedAsset({ database }: CommandContext, content: string): Promise<Asset> {
  const asset = assetOf(content);
  const { status, why, deciding } = await verdictOn(database, content);
  if (status !== 'BLOCKED' || !deciding) throw new CommandError(`${named(asset)} is not blocked`);
  if (why === 'parent-domain')
    throw new CommandError(`${named(asset)} is not blocked itself: it is stopped because ${named(deciding.asset)} is`);
  return deciding.asset;
}

function assetOf(content: string): Asset {
  const asset = normalizeContent(content);
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
