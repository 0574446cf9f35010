import { Argument } from 'commander';
import { eq, sql } from 'drizzle-orm';
import { normalizeContent } from '../../../asset/index.ts';
import type { Command } from '../../command/command.ts';
import { CommandError, textArgument } from '../../command/words.ts';
import { assets } from '../../database/schema/asset.ts';
import { assetDigest, claimAssets } from '../../listing/entry.ts';

/** Both commands: a content, and whether an eye is kept on it from now on. */
const command = (name: string, summary: string, isWatched: boolean): Command => ({
  name,
  summary,
  arguments: [new Argument('<content>', 'address of a site, page, wallet or account')],
  run: async ({ database, terminal }, words) => {
    const content = textArgument(words, 'content');
    const asset = normalizeContent(content);
    if (!asset) throw new CommandError(`"${content}" is no address of a site, wallet or account`);
    await database.transaction(async (transaction) => {
      const undecided = { asset, status: 'UNKNOWN', decidedBy: 'NOBODY', source: null, reason: null } as const;
      const { id } = (await claimAssets(transaction, [undecided])).get(assetDigest(asset))!;
      await transaction
        .update(assets)
        .set({ watchedAt: isWatched ? new Date() : null, updatedAt: sql`clock_timestamp()` })
        .where(eq(assets.id, id));
    });
    terminal.print(`${asset.type} ${asset.content} is ${isWatched ? '' : 'not '}watched`);
  },
});

export const watch = command('watch', 'Keep an eye on an asset: its watch status is told wherever it is listed', true);
export const unwatch = command('unwatch', 'Stop watching an asset', false);
