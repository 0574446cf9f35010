import { eq } from 'drizzle-orm';
import { html } from 'hono/html';
import { type Issue, issue, Refused } from '../../database/refused.ts';
import { sources } from '../../database/schema/import.ts';
import { sourceOf } from '../../feature/import/format/format.ts';
import { type CatalogueEntry, catalogueEntry, licenceNote } from '../../feature/import/source/catalogue.ts';
import { readHeaders, sealHeaders } from '../../feature/import/source/headers.ts';
import { nameOf } from '../../feature/import/source/origin.ts';
import { secondsOf } from '../../feature/import/source/period.ts';
import {
  addSource,
  type ListedSource,
  listSources,
  orderTask,
  removeSource,
  type SourceTask,
  setRules,
} from '../../feature/import/source/store.ts';
import { trustSource } from '../../feature/import/source/trust.ts';
import { Failure } from '../../http/failure.ts';
import { outboundRefusal, redactedUrl } from '../../http/outgoing.ts';
import { checkField } from '../../page/field.ts';
import type { Entered, FormFields } from '../../page/form.ts';
import { answerForm, confirmationCard, isConfirmed, requireVersion } from '../form.ts';
import { type Answer, type Gate, missing, numberIn, type Visit } from '../gate.ts';
import { headedPage } from '../page.ts';
import { doneText, SOURCES, say } from './kit.ts';
import { OWN_LIST, showSources } from './list-page.ts';
import { MAX_DAYS, publicListOf, RULES, rulesIn, showImport, showSource } from './source-page.ts';

const ONE = '/:source{[1-9]\\d*}';

/** The lists that entries come from: taken, ordered by trust, run, taken back and removed by those who run the service. */
export function sourceRoutes(gate: Gate): void {
  gate.operatorGet(SOURCES, (visit) => showSources(visit, { done: doneText(visit) }));
  gate.operatorPost(SOURCES, (visit, form) => {
    const add = (own: Record<string, string>) => addList(gate, visit, own, catalogueEntry(form.get('public') ?? ''));
    return answerForm(visit.frame.words, OWN_LIST, form, add, (state) => showSources(visit, state));
  });
  gate.operatorGet(`${SOURCES}${ONE}`, (visit) =>
    withSource(visit, (source) => showSource(visit, source, { done: doneText(visit) })),
  );
  gate.operatorGet(`${SOURCES}/imports/:import{[1-9]\\d*}`, (visit) =>
    showImport(visit, numberIn(visit.context.req.param('import')) ?? 0),
  );
  taskRoute(gate, '/run', (source, form) => {
    const known = publicListOf(source);
    const isTaken = source.takenAt !== null || !known || licenceNote(known) === null || form.get('licence') === 'yes';
    if (!isTaken) throw new Refused(issue('desk.sources.needsLicence'));
    return form.get('force') === 'yes' ? 'FORCE' : 'RUN';
  });
  taskRoute(gate, '/undo', (source, form, visit) =>
    isConfirmed(form) ? 'UNDO' : confirmation(visit, source, form, 'undo'),
  );
  taskRoute(gate, '/remove', (source, form, visit) => {
    if (!isConfirmed(form)) return confirmation(visit, source, form, 'remove');
    return form.get('entries') === 'yes' ? 'END' : 'REMOVE';
  });
  sourcePost(gate, '/trust', {}, async (visit, source, form) => {
    const place = numberIn(form.get('place')) ?? 1;
    const { lifted, changed } = await gate.service.publisher.holdWhile(() =>
      trustSource(visit.database, source, place),
    );
    await visit.record(visit.database, 'sourceTrust', { source: source.name, place });
    return { to: `${SOURCES}?done=moved&count=${lifted + changed}` };
  });
  sourcePost(gate, '/rules', RULES, saveRules);
}

async function withSource(visit: Visit, answer: (source: ListedSource) => Promise<Answer>): Promise<Answer> {
  const id = numberIn(visit.context.req.param('source'));
  const source = (await listSources(visit.database)).find((one) => one.id === id);
  return source ? answer(source) : missing(visit, 'sources');
}

const sourcePost = (
  gate: Gate,
  path: string,
  fields: FormFields,
  act: (visit: Visit, source: ListedSource, form: URLSearchParams, entered: Entered) => Promise<Answer>,
): void =>
  gate.operatorPost(`${SOURCES}${ONE}${path}`, (visit, form) =>
    withSource(visit, (source) => {
      const answer = (entered: Entered) => act(visit, source, form, entered);
      return answerForm(visit.frame.words, fields, form, answer, (state) => showSource(visit, source, state));
    }),
  );

/** Registers a form that orders a task. @param taskOf the task, or what is asked first */
const taskRoute = (
  gate: Gate,
  path: string,
  taskOf: (source: ListedSource, form: URLSearchParams, visit: Visit) => SourceTask | 'REMOVE' | Answer,
): void =>
  sourcePost(gate, path, {}, async (visit, source, form) => {
    const task = taskOf(source, form, visit);
    if (typeof task !== 'string') return task;
    await visit.database.transaction(async (transaction) => {
      if (task === 'REMOVE') await removeSource(transaction, source.id);
      else await orderTask(transaction, source.id, task);
      await visit.record(transaction, 'sourceTask', { source: source.name, task });
    });
    return { to: task === 'REMOVE' ? `${SOURCES}?done=removed` : `${SOURCES}/${source.id}?done=ordered` };
  });

function confirmation(visit: Visit, { id, name }: ListedSource, form: URLSearchParams, act: 'undo' | 'remove'): Answer {
  const { frame } = visit;
  const title = say(frame, `${act}Title`, { name: html`<bdi>${name}</bdi>` });
  const asked = {
    ...{ text: say(frame, `${act}Text`), button: say(frame, act), back: `${SOURCES}/${id}` },
    ...(act === 'remove' ? { more: checkField('entries', say(frame, 'removeEntries'), false) } : {}),
  };
  return { page: headedPage(frame, '/sources', { title }, confirmationCard(visit, form, asked)) };
}

/** Adds a list of the catalogue or of a person's own, which a process then reads for a preview. */
async function addList(gate: Gate, visit: Visit, own: Entered, known: CatalogueEntry | undefined): Promise<Answer> {
  const { database } = visit;
  const everySeconds = secondsOf(known?.every ?? own.every);
  if (everySeconds === null) throw new Refused(issue('desk.sources.wrongTime', {}, 'every'));
  const checksumUrl = own.checksum === '' || own.checksum === undefined ? null : addressIn(gate, own.checksum);
  const origin = known?.url ?? addressIn(gate, own.address ?? '');
  const name = known ? (known.source ?? known.name) : own.name || sourceOf('auto', nameOf(origin));
  const headers = known ? {} : readHeaders(own.headers ?? '');
  const source = await database.transaction(async (transaction) => {
    const sealed = await sealHeaders(transaction, origin, headers);
    const added = await addSource(transaction, { origin, name, everySeconds, checksumUrl, headers: sealed }, false);
    const detail = { source: name, url: redactedUrl(origin), headers: Object.keys(headers) };
    await visit.record(transaction, 'sourceAdd', detail);
    return added;
  });
  return { to: `${SOURCES}/${source.id}` };
}

/** An address that the service may fetch. @throws Refused for another one */
function addressIn({ service }: Gate, text: string): string {
  const refusal = outboundRefusal(text, service.outbound);
  if (refusal !== null) throw new Refused(issue('desk.sources.badAddress', { reason: issue(refusal) }));
  return new URL(text).href;
}

async function saveRules(visit: Visit, source: ListedSource, form: URLSearchParams, entered: Entered): Promise<Answer> {
  const { every, expire, noAllow } = entered;
  const issues: Issue[] = [];
  const count = (field: string, code: 'wrongDays' | 'wrongPercent', least: number, most: number): number => {
    const number = /^\d{1,4}$/.test(entered[field] ?? '') ? Number(entered[field]) : Number.NaN;
    if (!(number >= least && number <= most)) issues.push(issue(`desk.sources.${code}`, { most }, field));
    return number;
  };
  const everySeconds = secondsOf(every);
  if (everySeconds === null) issues.push(issue('desk.sources.wrongTime', {}, 'every'));
  const rules = {
    everySeconds: everySeconds ?? 0,
    graceDays: count('grace', 'wrongDays', 0, MAX_DAYS),
    expireDays: expire === '' ? null : count('expire', 'wrongDays', 1, MAX_DAYS),
    minConfidence: count('confidence', 'wrongPercent', 0, 100),
    takesAllowed: noAllow !== 'yes',
  };
  if (issues.length > 0) throw new Failure('BAD_REQUEST', { issues });
  await visit.database.transaction(async (transaction) => {
    const [stored] = await transaction.select().from(sources).where(eq(sources.id, source.id)).for('update');
    requireVersion(form, rulesIn(stored ?? source), entered);
    await setRules(transaction, source.id, rules);
    await visit.record(transaction, 'sourceRules', { source: source.name, ...rules });
  });
  return { to: `${SOURCES}/${source.id}?done=saved` };
}
