import { html } from 'hono/html';
import { issue, Refused } from '../../database/refused.ts';
import { sourceOf } from '../../feature/import/format/format.ts';
import { catalogueEntry, licenceNote } from '../../feature/import/source/catalogue.ts';
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
import { outboundRefusal, redactedUrl } from '../../http/outgoing.ts';
import { checkField } from '../../page/field.ts';
import { enteredIn } from '../../page/form.ts';
import type { Html } from '../../page/words.ts';
import { type Answer, type Gate, missing, numberIn, type Visit } from '../gate.ts';
import type { Frame } from '../page.ts';
import { doneIn, operatorPost, type PageState, refused, SOURCES, say, sourcesPage } from './kit.ts';
import { OWN_LIST, showSources } from './list-page.ts';
import { MAX_DAYS, publicListOf, RULES, showImport, showSource } from './source-page.ts';

const ONE = '/:source{[1-9]\\d*}';

/** The lists that entries come from: taken, ordered by trust, run, taken back and removed by those who run the service. */
export function sourceRoutes(gate: Gate): void {
  gate.operatorGet(SOURCES, (visit) => showSources(visit, { done: doneIn(visit) }));
  operatorPost(gate, '', (visit, form) => addList(gate, visit, form), showSources);
  gate.operatorGet(`${SOURCES}${ONE}`, (visit) =>
    withSource(visit, (source) => showSource(visit, source, { done: doneIn(visit) })),
  );
  gate.operatorGet(`${SOURCES}/imports/:import{[1-9]\\d*}`, (visit) =>
    showImport(visit, numberIn(visit.context.req.param('import')) ?? 0),
  );
  taskRoute(gate, '/run', (source, form) => {
    const known = publicListOf(source);
    const isTaken = source.takenAt !== null || !known || licenceNote(known) === null || form.get('licence') === 'yes';
    return isTaken ? (form.get('force') === 'yes' ? 'FORCE' : 'RUN') : 'needsLicence';
  });
  taskRoute(gate, '/undo', (source, form, visit) => (isSure(form) ? 'UNDO' : confirmation(visit, source, 'undo')));
  taskRoute(gate, '/remove', (source, form, visit) =>
    isSure(form) ? (form.get('entries') === 'yes' ? 'END' : 'REMOVE') : confirmation(visit, source, 'remove'),
  );
  sourcePost(gate, '/trust', async (visit, source, form) => {
    const place = numberIn(form.get('place')) ?? 1;
    const { lifted, changed } = await gate.service.publisher.holdWhile(() =>
      trustSource(visit.database, source, place),
    );
    await visit.record(visit.database, 'sourceTrust', { source: source.name, place });
    return { to: `${SOURCES}?done=moved&count=${lifted + changed}` };
  });
  sourcePost(gate, '/rules', saveRules);
}

const isSure = (form: URLSearchParams): boolean => form.get('sure') === 'yes';

async function withSource(visit: Visit, answer: (source: ListedSource) => Promise<Answer>): Promise<Answer> {
  const id = numberIn(visit.context.req.param('source'));
  const source = (await listSources(visit.database)).find((one) => one.id === id);
  return source ? answer(source) : missing(visit, 'sources');
}

const sourcePost = (
  gate: Gate,
  path: string,
  act: (visit: Visit, source: ListedSource, form: URLSearchParams) => Promise<Answer>,
): void =>
  operatorPost(
    gate,
    `${ONE}${path}`,
    (visit, form) => withSource(visit, (source) => act(visit, source, form)),
    (visit, state) => withSource(visit, (source) => showSource(visit, source, state)),
  );

/** Registers a form that orders a task. @param taskOf the task, or what is asked first */
const taskRoute = (
  gate: Gate,
  path: string,
  taskOf: (
    source: ListedSource,
    form: URLSearchParams,
    visit: Visit,
  ) => SourceTask | 'REMOVE' | 'needsLicence' | Answer,
): void =>
  sourcePost(gate, path, async (visit, source, form) => {
    const { database, frame } = visit;
    const task = taskOf(source, form, visit);
    if (typeof task !== 'string') return task;
    if (task === 'needsLicence')
      return refused(await showSource(visit, source, { problems: { general: [say(frame, 'needsLicence')] } }));
    await database.transaction(async (transaction) => {
      if (task === 'REMOVE') await removeSource(transaction, source.id);
      else await orderTask(transaction, source.id, task);
      await visit.record(transaction, 'sourceTask', { source: source.name, task });
    });
    return { to: task === 'REMOVE' ? `${SOURCES}?done=removed` : `${SOURCES}/${source.id}?done=ordered` };
  });

/** Asks before something is ended. */
function confirmation({ frame }: Visit, { id, name }: ListedSource, act: 'undo' | 'remove'): Answer {
  const title = say(frame, `${act}Title`, { name: html`<bdi>${name}</bdi>` });
  const form = html`<form class="card" method="post" action="${SOURCES}/${id}/${act}"><input type="hidden" name="sure" value="yes">
<p>${say(frame, `${act}Text`)}</p>${act === 'remove' ? checkField('entries', say(frame, 'removeEntries'), false) : ''}
<div class="buttons"><button class="danger" type="submit">${say(frame, act)}</button><a href="${SOURCES}/${id}">${say(frame, 'leave')}</a></div></form>`;
  return { page: sourcesPage(frame, { title, lead: '' }, {}, form) };
}

/** Adds a list of the catalogue or of a person's own, which a process then reads for a preview. */
async function addList(gate: Gate, visit: Visit, form: URLSearchParams): Promise<Answer> {
  const { database, frame } = visit;
  const known = catalogueEntry(form.get('public') ?? '');
  const own = enteredIn(OWN_LIST, form);
  const everySeconds = secondsOf(known?.every ?? own.every);
  if (everySeconds === null) return wrong(visit, own, 'every', say(frame, 'wrongTime'));
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

const wrong = async (visit: Visit, own: Record<string, string>, field: string, text: Html): Promise<Answer> =>
  refused(await showSources(visit, { entered: own, problems: { [field]: [text] } }));

async function saveRules(visit: Visit, source: ListedSource, form: URLSearchParams): Promise<Answer> {
  const { database, frame } = visit;
  const given = enteredIn(RULES, form);
  const everySeconds = secondsOf(given.every);
  const graceDays = countIn(given.grace, MAX_DAYS);
  const expireDays = given.expire === '' ? null : countIn(given.expire, MAX_DAYS);
  const minConfidence = countIn(given.confidence, 100);
  const problems: PageState['problems'] = {
    ...(everySeconds === null ? { every: [say(frame, 'wrongTime')] } : {}),
    ...(graceDays === undefined ? { grace: [wrongDays(frame)] } : {}),
    ...(expireDays === undefined || expireDays === 0 ? { expire: [wrongDays(frame)] } : {}),
    ...(minConfidence === undefined ? { confidence: [say(frame, 'wrongPercent')] } : {}),
  };
  if (
    everySeconds === null ||
    graceDays === undefined ||
    minConfidence === undefined ||
    !(expireDays === null || (expireDays ?? 0) > 0)
  )
    return refused(await showSource(visit, source, { entered: given, problems }));
  const takesAllowed = given.noAllow !== 'yes';
  const rules = { everySeconds, graceDays, expireDays: expireDays ?? null, minConfidence, takesAllowed };
  await database.transaction(async (transaction) => {
    await setRules(transaction, source.id, rules);
    await visit.record(transaction, 'sourceRules', { source: source.name, ...rules });
  });
  return { to: `${SOURCES}/${source.id}?done=saved` };
}

const wrongDays = (frame: Frame): Html => say(frame, 'wrongDays', { most: MAX_DAYS });
const countIn = (text: string | undefined, most: number): number | undefined =>
  /^\d{1,4}$/.test(text ?? '') && Number(text) <= most ? Number(text) : undefined;
