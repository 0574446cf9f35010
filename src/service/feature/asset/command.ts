import { Argument, Option } from 'commander';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { type Asset, canonicalUrl } from '../../../asset/index.ts';
import { listableAsset } from '../../../asset/listing/refusal.ts';
import { type Command, type CommandContext, TWO_PEOPLE_NOTE } from '../../command-line/command.ts';
import { CommandError, isGiven, textArgument, textOption, type Words } from '../../command-line/words.ts';
import type { Database } from '../../database/database.ts';
import { blockRequests } from '../../database/schema/report.ts';
import { KEY_VARIABLE } from '../../http/access/api-key.ts';
import { type Decided, decide, ListingRefused, ReachRefused } from '../listing/decision.ts';
import { knownAsset, type ListingEntry } from '../listing/entry.ts';
import { assetCheckOf } from './check.ts';

/** The asset that the argument `content` names, as it is listed. @throws CommandError where it names none */
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

/** The second person must ask within this number of days. */
const APPROVAL_DAYS = 7;

/**
 * Blocks an asset; a host of high reach once a second person asks for it within a week.
 * @param userId the user who asks; null where the command names nobody, which counts as neither of the two people
 * @throws ReachRefused when a second person is needed; ListingRefused as `decide`
 */
async function requestBlock(database: Database, entry: ListingEntry, userId: number | null): Promise<Decided> {
  try {
    return await decide(database, entry);
  } catch (error) {
    if (!(error instanceof ReachRefused)) throw error;
    if (userId === null)
      throw new ReachRefused(
        `${error.message}. That takes two people, and this command does not say who gives it: put your own user key into ${KEY_VARIABLE}, or give --force`,
      );
    if (!(await isSecond(database, entry, userId)))
      throw new ReachRefused(
        `${error.message}. It is blocked once another person asks for it within ${APPROVAL_DAYS} days, or with --force`,
      );
  }
  return database.transaction(async (transaction) => {
    const decided = await decide(transaction, entry, { highReach: true });
    await transaction.delete(blockRequests).where(eq(blockRequests.assetId, decided.assetId));
    return decided;
  });
}

/** Whether another person asked for this block within the last days; records this request. */
async function isSecond(database: Database, entry: ListingEntry, userId: number): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const assetId = await knownAsset(transaction, entry.asset);
    const isRecent = gt(blockRequests.createdAt, sql`now() - make_interval(days => ${APPROVAL_DAYS})`);
    const others = and(eq(blockRequests.assetId, assetId), ne(blockRequests.userId, userId), isRecent);
    if ((await transaction.$count(blockRequests, others)) > 0) return true;
    await transaction
      .insert(blockRequests)
      .values({ assetId, userId })
      .onConflictDoUpdate({
        target: [blockRequests.assetId, blockRequests.userId],
        set: { createdAt: sql`now()` },
      });
    return false;
  });
}
