import { desc, eq } from 'drizzle-orm';
import { html } from 'hono/html';
import { listableAsset, pageGiven, withinLength } from '../../asset/listing/refusal.ts';
import type { Asset } from '../../asset/type.ts';
import { type Database, LOCKS, lock } from '../database/database.ts';
import { issue, Refused } from '../database/refused.ts';
import { assetChanges, assets } from '../database/schema/asset.ts';
import { assetCheckOf } from '../feature/asset/check.ts';
import { type EntryLife, entryLife, releaseEntry } from '../feature/import/source/life.ts';
import { decide } from '../feature/listing/decision.ts';
import { reachOf } from '../feature/listing/reach.ts';
import { APPROVAL_DAYS, requestBlock } from '../feature/listing/request.ts';
import { assetWord, shownContent } from '../page/asset-word.ts';
import { entered, hidden } from '../page/field.ts';
import { controls, type FormFields } from '../page/form.ts';
import { facts, rowItem, rowList } from '../page/list.ts';
import { headWord, sourceText, word } from '../page/value-word.ts';
import type { Html } from '../page/words.ts';
import { answerForm, doneIn, requireVersion, versionField } from './form.ts';
import type { Answer, Gate, Visit } from './gate.ts';
import { type Frame, headedPage, type PageState, ROOT } from './page.ts';
import { say } from './source/kit.ts';
import { agoText } from './words.ts';

const PATH = '/list';
const MAX_CHANGES = 50;
const MAX_CONTENT_LENGTH = 4_096;
const STATUSES = ['BLOCKED', 'ALLOWED', 'UNKNOWN'] as const;
type Decision = (typeof STATUSES)[number] | 'LISTS';
type Outcome = Decision | 'second';

const fieldsFor = (life: EntryLife | null): FormFields => ({
  status: {
    ...{ kind: 'choice', label: 'desk.list.decision', hint: 'desk.list.decisionHint' },
    options: (words) => [
      ...STATUSES.map((value) => ({ value, label: words.t(`desk.list.${value}`) })),
      ...(life?.decidedBy === 'OPERATOR' ? [{ value: 'LISTS', label: words.t('desk.sources.follow') }] : []),
    ],
  },
  pageOnly: { kind: 'flag', label: 'desk.list.pageOnly' },
  alone: { kind: 'flag', label: 'desk.report.override.label' },
  reason: { kind: 'text', label: 'desk.report.reason', hint: 'desk.list.reasonHint', maxLength: 200 },
});

const DONE = {
  BLOCKED: 'desk.list.done.BLOCKED',
  ALLOWED: 'desk.list.done.ALLOWED',
  UNKNOWN: 'desk.list.done.UNKNOWN',
  LISTS: 'desk.sources.decided.LIST',
  second: 'desk.list.done.second',
} as const;

/** What those who run the service block and allow by hand, and what was decided last. */
export function listingRoutes(gate: Gate): void {
  gate.operatorGet(`${ROOT}${PATH}`, (visit) => show(visit, visit.context.req.query('content')));
  gate.operatorPost(`${ROOT}${PATH}`, (visit, form) => {
    const content = entered(form, 'content');
    const act = async ({ status: chosen, pageOnly, alone, reason }: Record<string, string>) => {
      const asset = assetIn(content, pageOnly === 'yes');
      const status = ([...STATUSES, 'LISTS'] as const).find((one) => one === chosen);
      if (!asset || !status) throw new Refused(issue(asset ? 'desk.error.button' : 'desk.list.noAsset'));
      const check = async (transaction: Database, life: EntryLife | null) =>
        requireVersion(form, await seenAt(transaction, content), { status, reason }, decisionOf(life));
      const done = await set(visit, check, asset, status, reason || null, alone === 'yes');
      gate.service.publisher.notify();
      return { to: `${ROOT}${PATH}?content=${encodeURIComponent(content)}&done=${done}` };
    };
    return answerForm(visit.frame.words, fieldsFor(null), form, act, (state) => show(visit, content, state));
  });
}

function assetIn(content: string, isPage = false): Asset | null {
  const asset = listableAsset(content);
  return asset?.type === 'URL' && isPage ? withinLength(pageGiven(content, asset)) : asset;
}

/**
 * Decides by hand, and records it. Without a reason, what stays as it is keeps its own. @param check refuses what others have decided
 * since @returns what the page then says was done
 */
async function set(
  { database, person, record }: Visit,
  check: (transaction: Database, life: EntryLife | null) => Promise<void>,
  asset: Asset,
  status: Decision,
  reason: string | null,
  isAlone: boolean,
): Promise<Outcome> {
  return database.transaction(async (transaction) => {
    await lock(transaction, LOCKS.listing);
    const life = await entryLife(transaction, asset);
    await check(transaction, life);
    const detail = { status, content: asset.content.slice(0, 300), ...(isAlone ? { alone: true } : {}) };
    let decided: unknown = life;
    if (status !== 'LISTS') {
      const entry = { asset, status, decidedBy: 'OPERATOR', source: 'operator' } as const;
      const why = reason ?? (life?.status === status ? life.reason : null);
      decided =
        status === 'BLOCKED' && !isAlone
          ? await requestBlock(transaction, { ...entry, reason: why }, person.userId)
          : await decide(transaction, { ...entry, reason: why }, { highReach: true });
    } else if (life) await releaseEntry(transaction, life);
    await record(transaction, decided === null ? 'deskRequestBlock' : 'deskList', detail);
    return decided === null ? 'second' : status;
  });
}

/** Who decided about an asset, as what, and why. */
const decisionOf = (life: EntryLife | null) => ({
  ...{ status: life?.status, decidedBy: life?.decidedBy, reason: life?.reason ?? '' },
});

/** What was decided about a content: about its site or account, and about its page alone. */
const seenAt = (database: Database, content: string) =>
  Promise.all(
    [false, true].map(async (isPage) => {
      const asset = assetIn(content, isPage);
      return asset && decisionOf(await entryLife(database, asset));
    }),
  );

async function show(visit: Visit, given = '', state: PageState = {}): Promise<Answer> {
  const { frame } = visit;
  const { words } = frame;
  const content = given.replaceAll('\0', '').trim().slice(0, MAX_CONTENT_LENGTH);
  const asset = assetIn(content);
  const done = doneIn(visit, DONE, (text) => words.t(text, { days: APPROVAL_DAYS }));
  const problems = content === '' || asset || state.fieldProblems ? [] : [words.t('desk.list.noAsset')];
  const page = html`<form class="inline" method="get" action="${ROOT}${PATH}"><label for="content">${words.t('desk.list.content')}</label>
<input type="search" class="mono" id="content" name="content" required maxlength="${MAX_CONTENT_LENGTH}" value="${content}" dir="auto" autocapitalize="none" spellcheck="false">
<button type="submit">${words.t('desk.list.look')}</button></form>
${asset ? await about(visit, content, asset, state) : ''}
<section><h2>${words.t('desk.list.changes')}</h2>${await changes(visit)}</section>`;
  const heading = { ...state, title: words.t('desk.tab.list'), lead: words.t('desk.list.lead'), done, problems };
  return { page: headedPage(frame, PATH, heading, page) };
}

async function about(
  { database, frame }: Visit,
  content: string,
  asset: Asset,
  { entered: given, fieldProblems }: PageState,
): Promise<Html> {
  const { words } = frame;
  const { status, deciding } = await assetCheckOf(database, content);
  const [reach] = await reachOf(database, [asset]);
  const life = await entryLife(database, asset);
  const { topSites, pages, hosts } = reach!;
  const sites = topSites.slice(0, 5).map(({ site, rank }) => `${site} (${words.number(rank)})`);
  return html`<section class="card facts"><h2 class="mono">${shownContent(asset.type, asset.content)}</h2><p class="small quiet">${assetWord(asset.type, words)}</p>
${facts([
  [words.t('desk.dispute.now'), headWord(words, status)],
  [words.t('desk.dispute.by'), deciding?.source ? sourceText(words, deciding.source) : null],
  [words.t('desk.report.reason'), deciding?.reason ?? null],
  [words.t('desk.list.visited'), sites.length === 0 ? null : sites.join(', ')],
  [
    words.t('desk.list.within'),
    pages + hosts === 0
      ? null
      : html`${words.t('desk.asset.hostPages', { count: pages })}; ${words.t('desk.asset.hostBelow', { count: hosts })}`,
  ],
])}
${life === null ? '' : html`<p>${words.t(`desk.sources.decided.${life.decidedBy}`)}</p>`}
<form method="post" action="${ROOT}${PATH}">${hidden('content', content)}${versionField(await seenAt(database, content))}${controls(words, fieldsFor(life), given, fieldProblems)}
<div class="buttons"><button type="submit">${words.t('desk.list.save')}</button></div></form></section>
<section><h2>${words.t('desk.sources.onLists')}</h2>${rowList(
    (life?.entries ?? []).map((entry) => entryRow(frame, entry)),
    words.t('desk.sources.onNone'),
  )}</section>`;
}

function entryRow(frame: Frame, entry: EntryLife['entries'][number]): Html {
  const { words } = frame;
  const { source, status, firstSeen, lastSeen, leftAt, expiredAt, endsAt } = entry;
  const known = facts([
    [say(frame, 'firstSeen'), words.moment(firstSeen)],
    [say(frame, 'lastSeen'), lastSeen === null ? say(frame, 'unknown') : words.moment(lastSeen)],
    [say(frame, 'left'), leftAt === null ? null : words.moment(leftAt)],
    [
      say(frame, expiredAt === null ? 'ends' : 'ended'),
      endsAt === null ? say(frame, 'notByItself') : words.moment(endsAt),
    ],
  ]);
  return rowItem({ title: source, aside: [word(words, status)], lines: [html`<div class="facts">${known}</div>`] }, 3);
}

async function changes({ database, frame }: Visit): Promise<Html> {
  const { words } = frame;
  const rows = (await lastChanges(database)).map(({ type, content, fromStatus, toStatus, source, reason, changedAt }) =>
    rowItem(
      {
        title: shownContent(type, content),
        href: `${ROOT}${PATH}?content=${encodeURIComponent(content)}`,
        isMono: true,
        aside: [
          words.t('desk.list.change', { from: word(words, fromStatus), to: word(words, toStatus) }),
          source === null ? null : sourceText(words, source),
          agoText(frame, changedAt),
        ],
        lines: [reason === null ? null : html`<p class="small"><bdi>${reason}</bdi></p>`],
      },
      3,
    ),
  );
  return rowList(rows, words.t('desk.list.none'));
}

const lastChanges = (database: Database) =>
  database
    .select({
      ...{ type: assets.type, content: assets.content, fromStatus: assetChanges.fromStatus },
      ...{ toStatus: assetChanges.toStatus, source: assetChanges.source, reason: assetChanges.reason },
      changedAt: assetChanges.changedAt,
    })
    .from(assetChanges)
    .innerJoin(assets, eq(assets.id, assetChanges.assetId))
    .orderBy(desc(assetChanges.changedAt), desc(assetChanges.id))
    .limit(MAX_CHANGES);
