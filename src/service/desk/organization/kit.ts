import { eq } from 'drizzle-orm';
import { html } from 'hono/html';
import type { Operation, ResponseOf } from '../../../api/operation.ts';
import type { Database } from '../../database/database.ts';
import { issue } from '../../database/refused.ts';
import { organizations } from '../../database/schema/organization.ts';
import { Failure } from '../../http/failure.ts';
import type { TextKey } from '../../languages.ts';
import { addressFields, type Filters, filteredList, filterValues } from '../../page/filter.ts';
import type { FormFields } from '../../page/form.ts';
import { type Row, rowItem } from '../../page/list.ts';
import type { Blanks, Html } from '../../page/words.ts';
import { answerForm, formCard as cardOf, confirmationCard, doneIn, isConfirmed } from '../form.ts';
import type { Answer, Gate } from '../gate.ts';
import type { PageState } from '../page.ts';
import { isOperator } from '../person.ts';
import { organizationPage, type Section } from './page.ts';
import { type OrganizationVisit, organizationGet, organizationPost } from './visit.ts';

/** A text of these pages: its key without `desk.organization.`. */
export type PageText = TextKey extends infer Key
  ? Key extends `desk.organization.${infer Rest}`
    ? Rest
    : never
  : never;

export const say = ({ frame }: Pick<OrganizationVisit, 'frame'>, key: PageText, blanks: Blanks = {}): Html =>
  frame.words.t(`desk.organization.${key}` as TextKey, blanks);

/** What was done, by the query of an address, as `doneIn`. */
export const doneText = (visit: OrganizationVisit, texts: Readonly<Record<string, PageText>>): Html | null =>
  doneIn(visit, texts, (text, numbers) => say(visit, text, numbers));

/** A list that an operation answers: its filters, which the operation takes, and how it is shown. */
export type ListPage<O extends Operation, R> = {
  readonly section: Section;
  readonly operation: O;
  readonly filters: Filters;
  /** The fields of the request, from the values of the filters. Default: the values. */
  readonly request?: (given: Record<string, unknown>) => Record<string, unknown>;
  readonly rows: (answer: ResponseOf<O>) => readonly R[];
  /** The field that carries a cursor, and the cursor of the next page. */
  readonly next: readonly [field: string, of: (answer: ResponseOf<O>) => string | undefined];
  readonly row: (visit: OrganizationVisit, row: R) => Row;
  readonly level?: 2 | 3;
  readonly isTab?: (address: URLSearchParams) => boolean;
  readonly none: readonly [text: PageText, advice: PageText];
  readonly noneOfTab?: readonly [text: PageText, advice: PageText];
  readonly noMatch: readonly [text: PageText, showAll: PageText];
};

async function readList<const O extends Operation, R>(visit: OrganizationVisit, page: ListPage<O, R>) {
  const { words } = visit.frame;
  const { operation, filters, next, level } = page;
  const address = addressFields(visit.context.req.url);
  const given = filterValues(filters, address);
  const fields = { ...(page.request?.(given) ?? given), [next[0]]: address.get(next[0]) ?? undefined };
  const answer = await visit.ask(operation, fields as never);
  const isTab = page.isTab?.(address) ?? false;
  const keys = ([first, second]: readonly [PageText, PageText]) =>
    [`desk.organization.${first}`, `desk.organization.${second}`] as [TextKey, TextKey];
  const list = filteredList(words, {
    ...{ address, filters, isTab, path: `${visit.root}${page.section}` },
    rows: page.rows(answer).map((row) => rowItem(page.row(visit, row), level)),
    next: [next[0], next[1](answer)],
    none: keys((isTab ? page.noneOfTab : undefined) ?? page.none),
    noMatch: keys(page.noMatch),
  });
  return { answer, address, list };
}

type Show = (visit: OrganizationVisit, state: PageState) => Promise<Answer>;

/** Registers the page of a list, with what else it has `around` it. @returns the page with the state of a form on it */
export function listRoute<const O extends Operation, R>(
  gate: Gate,
  page:
    | ListPage<O, R>
    | { readonly section: Section; readonly of: (visit: OrganizationVisit) => Promise<ListPage<O, R>> },
  {
    lead,
    around = (_, list) => list,
    done = {},
  }: {
    readonly lead: (visit: OrganizationVisit, answer: ResponseOf<O>) => Html;
    readonly around?: (
      visit: OrganizationVisit,
      list: Html,
      state: PageState,
      address: URLSearchParams,
    ) => Html | Promise<Html>;
    readonly done?: Readonly<Record<string, PageText>>;
  },
): Show {
  const show: Show = async (visit, state) => {
    const { answer, address, list } = await readList(visit, 'of' in page ? await page.of(visit) : page);
    const heading = { ...state, lead: lead(visit, answer) };
    return { page: organizationPage(visit, page.section, heading, await around(visit, list, state, address)) };
  };
  organizationGet(gate, page.section, (visit) => show(visit, { done: doneText(visit, done) }));
  return show;
}

/**
 * Registers a form: `act` returns the rest of the path to go to, or an answer; `show` is the page again, where it is
 * refused.
 */
export const formRoute = (
  gate: Gate,
  path: string,
  fields: FormFields,
  act: (visit: OrganizationVisit, entered: Record<string, string>, form: URLSearchParams) => Promise<string | Answer>,
  show: Show,
  role: 'viewer' | 'admin' = 'admin',
): void =>
  organizationPost(gate, path, role, (visit, form) => {
    const answer = async (entered: Record<string, string>) => {
      const done = await act(visit, entered, form);
      return typeof done === 'string' ? { to: `${visit.root}${done}` } : done;
    };
    return answerForm(visit.frame.words, fields, form, answer, (state) => show(visit, state));
  });

/** Registers a form of those who run the service, which changes something in one transaction and comes back as saved. */
export const operatorForm = (
  gate: Gate,
  path: string,
  fields: FormFields,
  show: Show,
  change: (
    transaction: Database,
    visit: OrganizationVisit,
    entered: Record<string, string>,
    form: URLSearchParams,
  ) => Promise<unknown>,
): void =>
  formRoute(
    gate,
    path,
    fields,
    async (visit, entered, form) => {
      if (!isOperator(visit.person)) throw new Failure('FORBIDDEN', issue('atDesk.onlyOperator'));
      await visit.database.transaction((transaction) => change(transaction, visit, entered, form));
      return `/${path.split('/')[1] ?? ''}?done=saved`;
    },
    show,
  );

/** Lets no other form of an organization replace what this one replaces, until the end of the transaction. */
export const lockOrganization = (transaction: Database, { organization }: OrganizationVisit) =>
  transaction
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organization.id))
    .for('no key update');

/** A form in a card of its own. */
export const formCard = (
  visit: OrganizationVisit,
  path: string,
  fields: FormFields,
  state: PageState,
  { title, button, more }: { readonly title?: PageText; readonly button: PageText; readonly more?: Html },
): Html => {
  const form = cardOf(visit.frame.words, `${visit.root}${path}`, fields, state, say(visit, button), more);
  return title === undefined ? form : html`<section><h2>${say(visit, title)}</h2>${form}</section>`;
};

/** The text of a button that ends something, and with `Title` and `Text` those of the page that asks first. */
type EndText =
  | 'asset.remove'
  | 'brand.remove'
  | 'detection.delete'
  | 'group.delete'
  | 'ownList.lift'
  | 'webhook.remove';

/** Registers the button that ends something for good, once the person has confirmed it. */
export const endRoute = <Subject extends { readonly back: string; readonly blanks: Blanks }>(
  gate: Gate,
  path: string,
  section: Section,
  key: EndText,
  subject: (visit: OrganizationVisit) => Promise<Subject>,
  end: (visit: OrganizationVisit, subject: Subject) => Promise<unknown>,
  to: string,
): void =>
  organizationPost(gate, path, 'admin', async (visit, form) => {
    const what = await subject(visit);
    if (!isConfirmed(form)) {
      const asked = {
        text: say(visit, `${key}Text`, what.blanks),
        button: say(visit, key === 'ownList.lift' ? 'ownList.liftIt' : key),
        back: `${visit.root}${what.back}`,
      };
      const heading = { title: say(visit, `${key}Title`) };
      return { page: organizationPage(visit, section, heading, confirmationCard(visit, form, asked)) };
    }
    await end(visit, what);
    return { to: `${visit.root}${to}` };
  });
