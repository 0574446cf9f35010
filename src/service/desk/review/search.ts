import { and, desc, eq, ilike, inArray, or, type SQL } from 'drizzle-orm';
import { html } from 'hono/html';
import { normalizeContent } from '../../../asset/index.ts';
import type { Database } from '../../database/database.ts';
import { assets } from '../../database/schema/asset.ts';
import { disputes } from '../../database/schema/dispute.ts';
import { reportAssets, reports } from '../../database/schema/report.ts';
import { assetDigest } from '../../feature/listing/entry.ts';
import { firstAssets, withAssets } from '../../feature/report/record.ts';
import { apartList, rowItem } from '../../page/list.ts';
import type { Html } from '../../page/words.ts';
import type { Gate } from '../gate.ts';
import { deskPage, type Frame, ROOT } from '../page.ts';
import { type Person, visibleTo } from '../person.ts';
import { agoText } from '../words.ts';
import { casePath, numbered, whose } from './case.ts';
import { type DisputeEntry, readDisputes } from './dispute/dispute.ts';
import { badgesOf } from './dispute/page.ts';

const MAX_QUERY_LENGTH = 4_096;

/** Search over reports and disputes. */
export function searchRoutes(gate: Gate): void {
  gate.get(`${ROOT}/search`, async ({ context, database, frame, person }) => {
    const text = (context.req.query('q') ?? '').replaceAll('\0', '').trim().slice(0, MAX_QUERY_LENGTH);
    return { page: searchPage(frame, text, await search(database, person, text)) };
  });
}

type FoundReport = Pick<typeof reports.$inferSelect, 'id' | 'title' | 'status' | 'createdAt'> & {
  readonly assetCount: number;
  readonly assets: readonly { readonly content: string }[];
};
type Found = { readonly reports: readonly FoundReport[]; readonly disputes: readonly DisputeEntry[] };

const MAX_COUNT = 50;

/**
 * Finds reports and disputes that a person may see, by number, by site, address or account in any spelling, or by words of
 * a title or of the reported text. The newest reports first.
 */
async function search(database: Database, person: Person, text: string): Promise<Found> {
  if (text === '') return { reports: [], disputes: [] };
  const number = /^#?([1-9]\d{0,14})$/.exec(text)?.[1];
  const asset = normalizeContent(text);
  const known = asset
    ? database
        .select({ id: assets.id })
        .from(assets)
        .where(eq(assets.digest, Buffer.from(assetDigest(asset), 'hex')))
    : null;
  const words = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const meant = (all: (SQL | undefined)[]) => or(...all.filter((one) => one !== undefined))!;
  const naming = database
    .select({ id: reportAssets.reportId })
    .from(reportAssets)
    .where(
      meant([known ? inArray(reportAssets.assetId, known) : undefined, ilike(reportAssets.submittedContent, words)]),
    );
  const found = await database
    .select({
      ...{ id: reports.id, title: reports.title, status: reports.status, createdAt: reports.createdAt },
      assetCount: database.$count(reportAssets, eq(reportAssets.reportId, reports.id)),
    })
    .from(reports)
    .where(
      and(
        visibleTo(person, reports.organizationId),
        meant([
          number ? eq(reports.id, Number(number)) : undefined,
          ilike(reports.title, words),
          inArray(reports.id, naming),
        ]),
      ),
    )
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(MAX_COUNT);
  return {
    reports: await withAssets(database, found, firstAssets(MAX_SHOWN_CONTENTS)),
    disputes: await readDisputes(
      database,
      person,
      meant([
        number ? eq(disputes.id, Number(number)) : undefined,
        known ? inArray(disputes.assetId, known) : undefined,
        ilike(disputes.content, words),
      ]),
    ),
  };
}

const MAX_SHOWN_CONTENTS = 3;

function searchPage(frame: Frame, text: string, { reports, disputes }: Found): Html {
  const { words } = frame;
  const nothing = reports.length + disputes.length === 0;
  return deskPage(
    frame,
    null,
    words.t('desk.search.title'),
    html`<div class="lead"><h1>${words.t('desk.search.title')}</h1><p class="quiet">${
      text === ''
        ? words.t('desk.search.intro')
        : words.t('desk.search.for', { text: html`<bdi class="mono">${text}</bdi>` })
    }</p></div>
${nothing && text !== '' ? html`<div class="card"><p>${words.t('desk.search.nothing')}</p></div>` : ''}
${reports.length === 0 ? '' : html`<section><h2>${words.t('desk.tab.reports')}</h2><ol class="rows">${reports.map((report) => reportRow(frame, report))}</ol></section>`}
${disputes.length === 0 ? '' : html`<section><h2>${words.t('desk.tab.disputes')}</h2><ol class="rows">${disputes.map((dispute) => disputeRow(frame, dispute))}</ol></section>`}`,
    text,
  );
}

function reportRow(frame: Frame, { id, title, status, createdAt, assetCount, assets }: FoundReport): Html {
  const { words } = frame;
  const number = numbered(words, 'report', id);
  const more =
    assetCount > assets.length
      ? html` <span class="small quiet">${words.t('desk.more', { count: assetCount - assets.length })}</span>`
      : '';
  return rowItem(
    {
      ...{ title: title ?? number, href: casePath('report', id) },
      aside: [number, words.t(`desk.search.${status}`), agoText(frame, createdAt)],
      lines: [
        html`<p><span class="mono">${apartList(
          words,
          assets.map(({ content }) => content),
        )}</span>${more}</p>`,
      ],
    },
    3,
  );
}

function disputeRow(frame: Frame, dispute: DisputeEntry): Html {
  const { words } = frame;
  const { id, content, createdAt } = dispute;
  return rowItem(
    {
      ...{ title: content, href: casePath('dispute', id), isMono: true, badges: badgesOf(frame, dispute) },
      aside: [whose(words, 'dispute', dispute), agoText(frame, createdAt)],
    },
    3,
  );
}
