import { html } from 'hono/html';
import type { Visit } from '../../gate.ts';
import type { Html } from '../../page.ts';

/** What the address of a page says besides its path; fields of a form that were left empty say nothing. */
export const addressed = ({ context }: Pick<Visit, 'context'>): URLSearchParams =>
  new URLSearchParams([...new URL(context.req.url).searchParams].filter(([, value]) => value.trim() !== ''));

/** What a field of an address says; undefined where it says nothing. */
export const one = (address: URLSearchParams, name: string): string | undefined =>
  address.get(name)?.trim() ?? undefined;

/**
 * Everything that a repeated field of an address says; undefined where it says nothing. It passes for any list of values, since the
 * schema of the operation that takes it refuses what is none of them.
 */
export function several(address: URLSearchParams, name: string): never[] | undefined {
  const values = address.getAll(name);
  return values.length === 0 ? undefined : (values as never[]);
}

/** What a field of an address says that has a few values; it passes for any of them as {@link several} does. */
export const choiceOf = (address: URLSearchParams, name: string): never | undefined =>
  one(address, name) as never | undefined;

/** `yes` and `no` of a field; undefined for anything else. */
export function answerOf(address: URLSearchParams, name: string): boolean | undefined {
  const value = one(address, name);
  return value === 'yes' ? true : value === 'no' ? false : undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The days of `startDate` and `endDate`, each whole (UTC), as the operations take a range of time. */
export function daysOf(address: URLSearchParams): { startDate?: string; endDate?: string } {
  const [start, end] = [one(address, 'startDate'), one(address, 'endDate')];
  return {
    ...(start === undefined ? {} : { startDate: DAY.test(start) ? `${start}T00:00:00.000Z` : start }),
    ...(end === undefined ? {} : { endDate: DAY.test(end) ? `${end}T23:59:59.999Z` : end }),
  };
}

/** Leads on through a list, with its filters kept. @param field of the address that says where the page begins */
export function pager(visit: Pick<Visit, 'context' | 'frame'>, field: string, next: string | undefined): Html | string {
  const address = addressed(visit);
  const { words } = visit.frame;
  const isInside = address.has(field);
  if (next === undefined && !isInside) return '';
  const to = (value: string | null) => {
    const other = new URLSearchParams(address);
    other.delete('done');
    if (value === null) other.delete(field);
    else other.set(field, value);
    return `?${other}`;
  };
  return html`<nav class="pager" aria-label="${words.label('desk.organization.filter.pages')}">${isInside ? html`<a href="${to(null)}">${words.t('desk.organization.filter.first')}</a>` : ''}
${next === undefined ? '' : html`<a href="${to(next)}" rel="next">${words.t('desk.organization.filter.next')}</a>`}</nav>`;
}
