import { ReadableStream } from 'node:stream/web';
import { html } from 'hono/html';
import { type AuditQuery, auditCsv, readAudit } from '../http/access/audit.ts';
import { addressFields, DAYS, type Filters, filteredList, filterValues, text } from '../page/filter.ts';
import { rowItem } from '../page/list.ts';
import { type Gate, numberIn } from './gate.ts';
import { headedPage, ROOT } from './page.ts';

const PATH = '/audit';
const MAX_ROWS = 200;
const FILTERS: Filters = {
  who: text('desk.audit.who'),
  key: text('desk.audit.key', 15),
  action: text('desk.audit.action'),
  days: DAYS,
};

function queryIn(address: URLSearchParams): AuditQuery {
  const { key, action, who, startDate, endDate } = filterValues(FILTERS, address) as Record<string, string | undefined>;
  const moment = (value: string | undefined) =>
    value === undefined || Number.isNaN(Date.parse(value)) ? null : new Date(value);
  return {
    ...{ since: moment(startDate), until: moment(endDate), keyId: numberIn(key) },
    ...{ action: action ?? null, who: who ?? null },
  };
}

/** Who changed what and when, newest first, for those who run the service; all of it as a file. */
export function auditRoute(gate: Gate): void {
  gate.operatorGet(`${ROOT}${PATH}.csv`, async ({ context, database }) => {
    const lines = auditCsv(database, queryIn(addressFields(context.req.url)));
    return new Response(ReadableStream.from(lines) as BodyInit, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="audit.csv"',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    });
  });
  gate.operatorGet(`${ROOT}${PATH}`, async ({ context, database, frame }) => {
    const { words } = frame;
    const address = addressFields(context.req.url);
    const rows = await readAudit(database, queryIn(address), MAX_ROWS);
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
    const lead = html`${words.t('desk.audit.lead', { count: MAX_ROWS })}
<a href="${ROOT}${PATH}.csv?${address}">${words.t('desk.audit.export')}</a>`;
    return { page: headedPage(frame, PATH, { title: words.t('desk.tab.audit'), lead }, list) };
  });
}
