import { html } from 'hono/html';
import type { ResponseOf } from '../../../../api/operation.ts';
import { LIVENESS_STATUSES, TAKEDOWN_STATUSES, takedownsList, threatsList } from '../../../../api/threat/takedown.ts';
import { normalizeContent } from '../../../../asset/index.ts';
import { issue } from '../../../database/refused.ts';
import { setWatched } from '../../../feature/asset/record/watch.ts';
import {
  addTask,
  fileTakedown,
  lastChange,
  lockedTakedown,
  moveTakedown,
  recordLiveness,
} from '../../../feature/threat/takedown.ts';
import { Failure } from '../../../http/failure.ts';
import { hidden } from '../../../page/field.ts';
import { assetTypes, DAYS, order, text, valuesOf } from '../../../page/filter.ts';
import type { FormFields } from '../../../page/form.ts';
import { contentText, headWord, typeWord, word } from '../../../page/value-word.ts';
import { StaleForm } from '../../form.ts';
import { type Gate, numberIn } from '../../gate.ts';
import { isOperator } from '../../person.ts';
import { agoText } from '../../words.ts';
import { formCard, type ListPage, listRoute, operatorForm, say } from '../kit.ts';

const PAGE_SIZE = 25;
const CONTENT = { kind: 'text', label: 'desk.organization.ownList.content', required: true, maxLength: 4_096 } as const;

const REMARKS = ['WATCH', 'UNWATCH', ...LIVENESS_STATUSES] as const;
const REMARK_FIELDS: FormFields = {
  content: CONTENT,
  remark: {
    kind: 'select',
    label: 'desk.organization.threat.remark',
    options: (words) => REMARKS.map((value) => ({ value, label: words.t(`desk.organization.takedown.${value}`) })),
  },
};

const TAKEDOWN_FIELDS: FormFields = {
  content: CONTENT,
  brandSlug: { kind: 'text', label: 'desk.organization.metric.brand', maxLength: 255 },
  assignee: { kind: 'text', label: 'desk.organization.takedown.assignee', maxLength: 255 },
  automated: { kind: 'flag', label: 'desk.organization.takedown.byAutomation' },
};
const STEP_FIELDS: FormFields = {
  number: { kind: 'text', label: 'desk.organization.takedown.number', required: true, maxLength: 15 },
  status: {
    kind: 'select',
    label: 'desk.organization.filter.status',
    options: (words) => [
      { value: '', label: words.t('desk.organization.takedown.asItIs') },
      ...TAKEDOWN_STATUSES.map((value) => ({ value, label: headWord(words, value) })),
    ],
  },
  assignee: { kind: 'text', label: 'desk.organization.takedown.assignee', maxLength: 255 },
  step: { kind: 'text', label: 'desk.organization.takedown.step', maxLength: 1_000 },
};

/** Threats and takedowns of an organization. */
export function threatRoutes(gate: Gate): void {
  const threats = listRoute(gate, THREATS, {
    lead: (visit) => say(visit, 'threat.lead'),
    around: (visit, list, state) =>
      isOperator(visit.person)
        ? html`${list}${formCard(visit, '/threats', REMARK_FIELDS, state, { title: 'threat.remarks', button: 'save' })}`
        : list,
    done: { saved: 'saved' },
  });
  operatorForm(gate, '/threats', REMARK_FIELDS, threats, async (transaction, visit, { content = '', remark }) => {
    const asset = assetIn(content);
    if (remark === 'WATCH' || remark === 'UNWATCH') await setWatched(transaction, asset, remark === 'WATCH');
    else await recordLiveness(transaction, asset, LIVENESS_STATUSES.find((status) => status === remark) ?? 'UNKNOWN');
    await visit.record(transaction, 'deskRemark', { content: asset.content, remark });
  });

  const takedowns = listRoute(gate, TAKEDOWNS, {
    lead: (visit) =>
      say(visit, visit.organization.services.takedowns.automated ? 'takedown.leadAutomated' : 'takedown.lead'),
    around: async (visit, list, state) =>
      isOperator(visit.person)
        ? html`${list}${formCard(visit, '/takedowns', TAKEDOWN_FIELDS, state, { title: 'takedown.file', button: 'takedown.file' })}
${formCard(visit, '/takedowns/step', STEP_FIELDS, state, { title: 'takedown.move', button: 'save', more: hidden('seen', await lastChange(visit.database, visit.organization.id)) })}`
        : list,
    done: { saved: 'saved' },
  });
  operatorForm(gate, '/takedowns', TAKEDOWN_FIELDS, takedowns, async (transaction, visit, entered) => {
    const { content = '', brandSlug, assignee, automated } = entered;
    const asset = assetIn(content);
    const organizationId = visit.organization.id;
    const id = await fileTakedown(transaction, {
      ...{ organizationId, asset, brandSlug: brandSlug || null, assignee: assignee || null },
      automated: automated === 'yes',
    });
    await visit.record(transaction, 'deskTakedownCreate', { id, content: asset.content });
  });
  operatorForm(gate, '/takedowns/step', STEP_FIELDS, takedowns, async (transaction, visit, entered, form) => {
    const id = numberIn(entered.number) ?? 0;
    const status = TAKEDOWN_STATUSES.find((one) => one === entered.status);
    const assignee = entered.assignee || undefined;
    const stored = await lockedTakedown(transaction, id, visit.organization.id);
    if (stored.updatedAt.toISOString() > (form.get('seen') ?? ''))
      throw new StaleForm({ ...stored }, { ...(status && { status }), ...(assignee && { assignee }) });
    if (entered.step) await addTask(transaction, id, entered.step);
    if (status || assignee) await moveTakedown(transaction, id, status, assignee);
    await visit.record(transaction, 'deskTakedownMove', { id, status });
  });
}

/** @throws Failure BAD_REQUEST for what names no asset */
function assetIn(content: string) {
  const asset = normalizeContent(content);
  if (!asset) throw new Failure('BAD_REQUEST', issue('noAsset', {}, 'content'));
  return asset;
}

const THREATS: ListPage<typeof threatsList, ResponseOf<typeof threatsList>['threats'][number]> = {
  section: '/threats',
  operation: threatsList,
  filters: {
    query: text('desk.organization.filter.address'),
    days: DAYS,
    direction: order({ desc: 'desk.organization.filter.newest', asc: 'desk.organization.filter.oldest' }),
    assetType: assetTypes(),
  },
  request: ({ direction, ...given }) => ({
    ...{ ...given, per_page: PAGE_SIZE },
    ...(direction === undefined ? {} : { sorting: [{ key: 'blockedAt', direction }] }),
  }),
  rows: ({ threats }) => threats,
  next: ['next_page', (answer) => answer.next_page],
  row: (visit, { content, type, blockedAt }) => ({
    ...{ title: contentText({ type, content }), isMono: true },
    aside: [
      typeWord(visit.frame.words, type),
      say(visit, 'threat.blocked', { when: agoText(visit.frame, new Date(blockedAt)) }),
    ],
  }),
  none: ['threat.none', 'threat.noneHint'],
  noMatch: ['threat.nothing', 'threat.showAll'],
};

const TAKEDOWNS: ListPage<typeof takedownsList, ResponseOf<typeof takedownsList>['takedowns'][number]> = {
  section: '/takedowns',
  operation: takedownsList,
  filters: {
    query: text('desk.organization.filter.address'),
    days: DAYS,
    order: order({
      'createdAt.desc': 'desk.organization.filter.newest',
      'createdAt.asc': 'desk.organization.filter.oldest',
      'updatedAt.desc': 'desk.organization.takedown.changedLast',
      'updatedAt.asc': 'desk.organization.takedown.changedFirst',
      'status.asc': 'desk.organization.takedown.byStatus',
    }),
    takedownStatus: valuesOf('several', 'desk.organization.filter.status', TAKEDOWN_STATUSES),
    livenessStatus: valuesOf(
      'several',
      'desk.organization.takedown.site',
      LIVENESS_STATUSES,
      (words, value) => words.find(`desk.organization.takedown.${value}`) ?? value,
    ),
    assetType: assetTypes(),
  },
  request: ({ order: chosen = 'createdAt.desc', ...given }) => {
    const [key, direction] = String(chosen).split('.');
    return { ...given, sorting: [{ key, direction }], per_page: PAGE_SIZE };
  },
  rows: ({ takedowns }) => takedowns,
  next: ['next_page', (answer) => answer.next_page],
  row: (visit, { id, status, createdAt, updatedAt, asset, assignee, brand }) => {
    const { frame } = visit;
    const { words } = frame;
    const dates = { filed: agoText(frame, new Date(createdAt)), changed: agoText(frame, new Date(updatedAt)) };
    const isOpen = status === 'TODO' || status === 'IN_PROGRESS' || status === 'PENDING_INPUT';
    const tone = status === 'COMPLETED' ? 'ok' : status === 'PENDING_INPUT' ? 'danger' : undefined;
    return {
      ...{ title: contentText(asset), isMono: true },
      aside: [
        say(visit, 'takedown.one', { number: String(id) }),
        ...[brand?.name, assignee].map((fact) => (fact == null ? null : html`<bdi>${fact}</bdi>`)),
      ],
      lines: [
        html`<p class="small quiet">${typeWord(words, asset.type)} · ${say(visit, isOpen ? 'takedown.openSince' : 'takedown.ended', dates)}</p>`,
      ],
      badges: [
        { text: word(words, status), tone },
        { text: words.find(`desk.organization.takedown.${asset.livenessStatus}`) ?? word(words, asset.livenessStatus) },
        asset.status === 'BLOCKED' && { text: word(words, 'BLOCKED') },
      ],
    };
  },
  none: ['takedown.none', 'takedown.noneHint'],
  noMatch: ['takedown.nothing', 'takedown.showAll'],
};
