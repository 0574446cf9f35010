import { html } from 'hono/html';
import { readAudit } from '../http/access/audit.ts';
import { addressFields, DAYS, type Filters, filteredList, filterValues, text } from '../page/filter.ts';
import { rowItem } from '../page/list.ts';
import { type Gate, missing, numberIn } from './gate.ts';
import { deskPage, ROOT } from './page.ts';
import { isOperator } from './person.ts';

const PATH = '/audit';
const MAX_ROWS = 200;
const FILTERS: Filters = {
  key: text('desk.audit.key', 15),
  action: text('desk.audit.action'),
  days: DAYS,
};

/** Who changed what and when, newest first, for those who run the service. */
export function auditRoute(gate: Gate): void {
  gate.get(`${ROOT}${PATH}`, async (visit) => {
    const { context, database, frame, person } = visit;
    if (!isOperator(person)) return missing(visit, 'session');
    const { words } = frame;
    const address = addressFields(context.req.url);
    const { key, action, startDate, endDate } = filterValues(FILTERS, address) as Record<string, string | undefined>;
    const moment = (value: string | undefined) =>
      value === undefined || Number.isNaN(Date.parse(value)) ? null : new Date(value);
    const rows = await readAudit(database, {
      ...{ since: moment(startDate), until: moment(endDate), keyId: numberIn(key), action: action ?? null },
      limit: MAX_ROWS,
    });
    const list = filteredList(words, {
      ...{ address, path: `${ROOT}${PATH}`, filters: FILTERS },
      rows: rows.map((entry) =>
        rowItem({
          title: html`${entry.userName ?? words.t(`desk.audit.${entry.actor}`)} · ${entry.action}`,
          aside: [
            entry.apiKeyId === null ? null : words.t('desk.organization.key.one', { number: String(entry.apiKeyId) }),
            words.moment(entry.createdAt),
            entry.requestId,
          ],
          lines: [html`<p class="mono small">${JSON.stringify(entry.detail)}</p>`],
          badges: [entry.outcome !== 'DONE' && { text: entry.outcome, tone: 'danger' }],
        }),
      ),
      none: ['desk.audit.none', 'desk.audit.noneHint'],
      noMatch: ['desk.organization.nothingMeets', 'desk.audit.all'],
    });
    const title = words.t('desk.tab.audit');
    const content = html`<div class="lead"><h1>${title}</h1><p class="quiet">${words.t('desk.audit.lead', { count: MAX_ROWS })}</p></div>
${list}`;
    return { page: deskPage(frame, PATH, title, content) };
  });
}
