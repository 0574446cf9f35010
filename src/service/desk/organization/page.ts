import { html, raw } from 'hono/html';
import type { OrganizationRecord } from '../../../api/organization/organization.ts';
import type { TextKey } from '../../../language/catalogue.ts';
import { Failure } from '../../http/failure.ts';
import type { Blanks, Words } from '../../portal/language/words.ts';
import { generalProblems, reasonOf } from '../../portal/page/field.ts';
import { webUrl } from '../../portal/response.ts';
import type { Answer, Status, Visit } from '../gate.ts';
import { deskPage, doneNotice, type Frame, type Html, token } from '../page.ts';
import { hasRole, mayManage } from '../person.ts';
import { spacedOut } from '../words.ts';

/** The pages of an organization, by the last segment of their path. */
const SECTIONS = {
  '': 'desk.organization.room.overview',
  '/reports': 'desk.tab.reports',
  '/threats': 'desk.organization.room.threats',
  '/takedowns': 'desk.organization.room.takedowns',
  '/detection': 'desk.organization.room.detection',
  '/metrics': 'desk.organization.room.metrics',
  '/queue': 'desk.organization.room.queue',
  '/health': 'desk.organization.room.health',
  '/brands': 'desk.organization.room.brands',
  '/assets': 'desk.organization.room.assets',
  '/own-list': 'desk.organization.room.ownList',
  '/keys': 'desk.organization.room.keys',
  '/webhooks': 'desk.organization.room.webhooks',
  '/settings': 'desk.organization.room.settings',
} as const;
type Section = keyof typeof SECTIONS;

/** The organization that a page is about. */
export type OrganizationPlace = {
  readonly organization: OrganizationRecord;
  /** The path of the organization's first page. */
  readonly root: string;
};

/** The messages above the content of a page. */
export type PageState = {
  /** What was done, announced when the page opens. */
  readonly done?: Html | string | null;
  /** Why nothing was done. */
  readonly problems?: readonly (Html | string)[];
  /** The same by field; `general` is shown above the content. */
  readonly fieldProblems?: Problems;
};

/** The heading of a page. Default: the name of its section. */
type Heading = { readonly title?: Html | string; readonly lead?: Html | string };

/** A whole page of one organization: links to its other pages, a heading and the content. */
export function organizationPage(
  { frame, organization, root }: OrganizationPlace & { readonly frame: Frame },
  section: Section,
  { title = frame.words.t(SECTIONS[section]), lead = '', ...state }: PageState & Heading,
  content: Html | string,
): Html {
  const { words } = frame;
  const { name } = organization;
  const { problems = [], fieldProblems = {} } = state;
  const isBound = (frame.person.userId === null || hasRole(frame.person, 'admin')) && !mayManage(frame.person);
  return deskPage(
    frame,
    '/organizations',
    html`${title} · ${name}`,
    html`<div class="organization"><nav class="rooms" aria-label="${name}"><p class="name"><bdi>${name}</bdi></p><ul>${(
      Object.keys(SECTIONS) as Section[]
    ).map(
      (path) =>
        html`<li><a href="${root}${path}"${path === section ? raw(' aria-current="page"') : ''}>${words.t(SECTIONS[path])}</a></li>`,
    )}</ul></nav>
<div class="room">${doneNotice(state.done)}
${generalProblems([...problems, ...(fieldProblems.general ?? [])])}
${isBound ? html`<p class="notice">${words.t('desk.organization.bound')}</p>` : ''}
<div class="lead"><h1>${title}</h1>${lead === '' ? '' : html`<p class="quiet">${lead}</p>`}</div>
${content}</div></div>`,
  );
}

/** Shown in place of an empty list: what that means, and what to do. */
export const emptyCard = (text: Html | string, advice: Html | string = ''): Html =>
  html`<div class="card"><p>${text}</p>${advice === '' ? '' : html`<p class="quiet">${advice}</p>`}</div>`;

/** A link to another site if the address is a web address; else the text alone. */
export function linked(address: string | null, text: Html | string): Html {
  const url = webUrl(address);
  return url === null
    ? html`<bdi>${text}</bdi>`
    : html`<a href="${url.href}" rel="noopener noreferrer"><bdi>${text}</bdi></a>`;
}

type Confirmation = {
  readonly title: Html | string;
  /** What happens, and to what. */
  readonly text: Html | string;
  /** What the button says. */
  readonly button: Html | string;
  /** The path of the link that cancels. */
  readonly back: string;
};

/** What was done, by the query `done` of an address; null for any other. */
export function doneText(
  { context, frame: { words } }: Pick<Visit, 'context' | 'frame'>,
  texts: Readonly<Record<string, TextKey>>,
  blanks: Blanks = {},
): Html | null {
  const done = context.req.query('done') ?? '';
  return Object.hasOwn(texts, done) ? words.t(texts[done]!, blanks) : null;
}

/** The text of a button that ends something, and with `Title` and `Text` those of the page that asks first. */
type EndKey =
  | 'desk.organization.asset.remove'
  | 'desk.organization.detection.delete'
  | 'desk.organization.group.delete'
  | 'desk.organization.ownList.lift'
  | 'desk.organization.webhook.remove';

/**
 * The page that asks whether to end something for good; null once its form was sent.
 * @param back the path that cancels
 * @param button the key of its button's text, if that is not `key`
 */
export function askedFirst(
  visit: OrganizationPlace & Pick<Visit, 'frame' | 'context'>,
  section: Section,
  form: URLSearchParams,
  key: EndKey,
  { back, button = key, ...blanks }: Blanks & { readonly back: string; readonly button?: TextKey },
): Answer | null {
  if (isConfirmed(form)) return null;
  const { words } = visit.frame;
  const asked = { title: words.t(`${key}Title`), text: words.t(`${key}Text`, blanks), button: words.t(button), back };
  return { page: confirmationPage(visit, section, form, asked) };
}

/** Whether a form was sent from the page that asks for confirmation. */
export const isConfirmed = (form: URLSearchParams): boolean => form.get('sure') === 'yes';

/** Asks for confirmation before something is ended for good. Its form is sent to the same path. */
export function confirmationPage(
  visit: OrganizationPlace & Pick<Visit, 'frame' | 'context'>,
  section: Section,
  form: URLSearchParams,
  { title, text, button, back }: Confirmation,
): Html {
  const { pathname } = new URL(visit.context.req.url);
  const entered = [...form].filter(([name]) => name !== 'token' && name !== 'sure');
  return organizationPage(
    visit,
    section,
    { title },
    html`<form class="card" method="post" action="${pathname}">${token(visit.frame)}
${entered.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<input type="hidden" name="sure" value="yes"><p>${text}</p>
<div class="buttons"><button class="danger" type="submit">${button}</button><a href="${back}">${visit.frame.words.t('desk.organization.leave')}</a></div></form>`,
  );
}

const TITLES: Readonly<Partial<Record<number, TextKey>>> = {
  400: 'desk.organization.refusal.400',
  403: 'desk.organization.refusal.403',
  404: 'desk.error.notFound',
  409: 'desk.organization.refusal.409',
};
const STATUSES: readonly number[] = [400, 403, 404, 409, 413, 422];

/** The page for a refused operation: the reasons, and where to go on. */
export function failurePage(visit: OrganizationPlace & Pick<Visit, 'frame' | 'context'>, failure: Failure): Answer {
  const { words } = visit.frame;
  const { pathname } = new URL(visit.context.req.url);
  const { issues = [] } = failure.detail;
  const isOff = failure.code === 'FORBIDDEN' && issues.some((issue) => issue.startsWith('The service "'));
  const status = STATUSES.includes(failure.status) ? (failure.status as Status) : 400;
  const reasons = issues.length === 0 ? [reasonOf(failure.message)] : issues.map((issue) => issueText(words, issue));
  const overview = html`<a href="${visit.root}">${words.t('desk.organization.refusal.overview')}</a>`;
  const again = html`<a href="${pathname}">${words.t('desk.organization.refusal.beginAgain')}</a>`;
  const page = organizationPage(
    visit,
    sectionOf(visit.root, pathname),
    { title: words.t(TITLES[status] ?? 'desk.error.refused') },
    html`<div class="card">${reasons.map((reason) => html`<p>${reason}</p>`)}
<p class="quiet">${
      isOff
        ? words.t('desk.organization.refusal.isOff', { overview })
        : words.t('desk.organization.refusal.again', { again, overview })
    }</p></div>`,
  );
  return { page, status };
}

/** The page that a path belongs to. */
function sectionOf(root: string, pathname: string): Section {
  const [, section = ''] = pathname.slice(root.length).split('/');
  return (section === '' ? '' : `/${section}`) as Section;
}

/** What is wrong with a form, by field; `general` is about none of them. */
export type Problems = Readonly<Record<string, readonly (Html | string)[]>>;

const FIELD = /^([A-Za-z]\w*)(?:\.[\w.]+)?: /;

/** An issue as a sentence that names the field in words, for a page that does not show the field. */
function issueText(words: Words, issue: string): Html {
  const field = FIELD.exec(issue)?.[1];
  if (field === undefined) return reasonOf(sentence(issue));
  if (field === 'cursor' || field === 'next_page') return words.t('desk.organization.filter.gone');
  return reasonOf(sentence(`${spacedOut(field)}: ${issue.replace(FIELD, '')}`));
}

/** An issue as a sentence, without the name of the request's field that it begins with. */
const withoutField = (issue: string): string => sentence(issue.replace(FIELD, ''));

/**
 * The issues of a refused operation by the fields of a form; others are `general`.
 * @throws any other error, and refusals that a form cannot correct
 */
export function problemsOf(error: unknown, fields: readonly string[]): Problems {
  if (!(error instanceof Failure) || ![400, 404, 409, 422].includes(error.status)) throw error;
  const issues = error.detail.issues ?? [];
  const found: Record<string, Html[]> = {};
  for (const issue of issues.length === 0 ? [error.message] : issues) {
    const named = FIELD.exec(issue)?.[1] ?? '';
    const field = fields.includes(named) ? named : 'general';
    found[field] = [...(found[field] ?? []), reasonOf(withoutField(issue))];
  }
  return found;
}

const sentence = (text: string): string => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
};
