import { html } from 'hono/html';
import type { AssetError, ErrorBody } from '../../../api/error.ts';
import { type ReportBody, reportCreate } from '../../../api/report/report.ts';
import { REPORTED_KINDS } from '../../../api/report/scam-kind.ts';
import { addressFault, normalizeContent, readContents } from '../../../asset/index.ts';
import { listingRefusal } from '../../../asset/listing/refusal.ts';
import type { TextKey } from '../../../language/catalogue.ts';
import type { Words } from '../../language/words.ts';
import {
  type ChoiceSpec,
  choice,
  entered,
  type FieldSpec,
  type FormState,
  field,
  generalProblems,
  reasonOf,
  selectField,
} from './field.ts';
import { FORM_ID, type Html, type Portal, portalPage } from './page.ts';

type ReportField = 'assets' | 'reach' | 'kind' | 'title' | 'description' | 'contact';
type WrittenField = Exclude<ReportField, 'reach' | 'kind'>;
type ReportedKind = (typeof REPORTED_KINDS)[number];
type State = FormState<ReportField>;

const NAMES = ['assets', 'title', 'description', 'contact'] as const satisfies readonly WrittenField[];
/** Characters. */
const MAX = { asset: 4_096, assets: 40_000, title: 255, description: 10_000, contact: 1_000 } as const;

const fieldsIn = (words: Words): Readonly<Record<WrittenField, FieldSpec>> => ({
  assets: {
    name: 'assets',
    label: words.t('portal.report.assets'),
    hint: words.t('portal.report.assetsHint'),
    kind: 'lines',
    required: true,
    maxLength: MAX.assets,
  },
  title: {
    name: 'title',
    label: words.t('portal.optional', { label: words.t('portal.report.name') }),
    kind: 'text',
    maxLength: MAX.title,
  },
  description: {
    name: 'description',
    label: words.t('portal.optional', { label: words.t('portal.report.description') }),
    kind: 'prose',
    maxLength: MAX.description,
  },
  contact: {
    name: 'contact',
    label: words.t('portal.optional', { label: words.t('portal.report.contact') }),
    hint: words.t('portal.report.contactHint'),
    kind: 'text',
    maxLength: MAX.contact,
  },
});

/** The choice between a whole site and a page. */
const reachIn = (words: Words): ChoiceSpec => ({
  name: 'reach',
  label: words.t('portal.report.reach'),
  hint: words.t('portal.report.reachHint', { address: 'https://scam.example/login', site: 'scam.example' }),
  options: [
    { value: 'site', label: words.t('portal.report.reachSite') },
    { value: 'page', label: words.t('portal.report.reachPage') },
  ],
});

/** The kinds of scam, as the report form of the extension calls them. */
const KIND_WORDS = {
  drainer: 'report.kinds.drainer',
  'seed-phishing': 'report.kinds.recoveryPhrase',
  'credential-phishing': 'report.kinds.credentials',
  'fake-support': 'report.kinds.fakeSupport',
  impersonation: 'report.kinds.impersonation',
  'fake-shop': 'report.kinds.fakeShop',
  'fake-investment': 'report.kinds.fakeInvestment',
  malware: 'report.kinds.malware',
  'address-poisoning': 'report.kinds.addressPoisoning',
  other: 'report.kinds.other',
} as const satisfies Record<ReportedKind, TextKey>;

const kindIn = (words: Words) => ({
  name: 'kind',
  label: words.t('portal.optional', { label: words.t('report.kind') }),
  options: [
    { value: '', label: words.word('report.platformUnknown') },
    ...REPORTED_KINDS.map((value) => ({ value, label: words.word(KIND_WORDS[value]) })),
  ],
});

const EMPTY: State = {
  values: { assets: '', reach: 'site', kind: '', title: '', description: '', contact: '' },
  problems: {},
};

/** The field of the form for a part of the request body, and the message about a wrong value. */
function problemOf(words: Words, part: PropertyKey | undefined): readonly [ReportField, Html] {
  if (part === 'assets') return ['assets', words.t('portal.report.assetsWrong', { most: MAX.asset })];
  if (part === 'title') return ['title', words.t('portal.report.nameWrong')];
  if (part === 'description') return ['description', words.t('portal.report.tooLong', { most: MAX.description })];
  if (part === 'contactInfo') return ['contact', words.t('portal.report.tooLong', { most: MAX.contact })];
  return ['assets', words.t('portal.report.wrong')];
}

/** The page with the report form; `state` brings back what was entered and what was wrong with it. */
export function reportFormPage(portal: Portal, state: State = EMPTY): Html {
  const { words, root } = portal;
  const fields = fieldsIn(words);
  return portalPage(
    portal,
    'report',
    words.t('portal.report.title'),
    html`<div class="lead"><h1>${words.t('portal.report.heading', { name: portal.identity.name })}</h1>
<p class="quiet">${words.t('portal.report.intro')}</p></div>
${generalProblems(state.problems.general ?? [])}
<form class="card" id="${FORM_ID}" method="post" action="${words.href(`${root}/report`)}">${NAMES.map((name) => [
      field(fields[name], state.values[name], state.problems[name] ?? []),
      name === 'assets'
        ? [choice(reachIn(words), state.values.reach), selectField(kindIn(words), state.values.kind)]
        : '',
    ])}<button type="submit">${words.t('portal.report.send')}</button></form>`,
    { form: `${root}/report` },
  );
}

/** The page in place of the report form, while its organization takes no reports. */
export function noReportsPage(portal: Portal): Html {
  const { words } = portal;
  const { name } = portal.identity;
  return portalPage(
    portal,
    'report',
    words.t('portal.report.closed'),
    html`<div class="lead"><h1>${words.t('portal.report.closedHeading', { name })}</h1>
<p class="quiet">${words.t('portal.report.closedHint', { name })}</p></div>`,
  );
}

/** What was entered into a sent form, as it was written. */
export const enteredReport = (form: URLSearchParams): State['values'] => ({
  ...(Object.fromEntries(NAMES.map((name) => [name, entered(form, name)])) as Record<WrittenField, string>),
  reach: entered(form, 'reach') === 'page' ? 'page' : 'site',
  kind: REPORTED_KINDS.find((kind) => kind === form.get('kind')) ?? '',
});

/** Reads the input as a request body, or returns its problems and the input. */
export function readReportForm(
  words: Words,
  values: State['values'],
  organizationSlug: string,
  userAgent: string | undefined,
): { readonly body: ReportBody } | { readonly state: State } {
  // A browser counts a line break as one character and sends two.
  if (values.assets.replaceAll('\r\n', '\n').length > MAX.assets)
    return { state: { values, problems: { assets: [words.t('portal.report.tooLong', { most: MAX.assets })] } } };
  const { contents, rest } = reported(values.assets, values.reach === 'page');
  const description = [values.description, rest].filter((text) => text !== '').join('\n');
  const result = reportCreate.body.safeParse({
    assets: contents.map((content) => ({ content, ...(values.kind === '' ? {} : { kind: values.kind }) })),
    ...(values.title === '' ? {} : { title: values.title }),
    ...(description === '' ? {} : { description }),
    ...(values.contact === '' ? {} : { contactInfo: values.contact }),
    ...(userAgent === undefined ? {} : { userAgent: userAgent.slice(0, 1_000) }),
    organizationSlug,
  });
  if (result.success) return { body: result.data };
  const problems: Partial<Record<ReportField, Html[]>> = {};
  for (const { path } of result.error.issues) {
    const [name, text] = problemOf(words, path[0]);
    problems[name] = [text];
  }
  return { state: { values, problems } };
}

/**
 * The contents that the text of a report names, and the words beside them, which go into the description. Where
 * it names nothing, every line is a content, so that the service says what is wrong with each.
 */
function reported(text: string, pagesOnly: boolean): { readonly contents: readonly string[]; readonly rest: string } {
  const { named, rest } = readContents(text);
  if (named.length > 0)
    return { contents: named.map(({ written, page }) => (pagesOnly ? (page ?? written) : written)), rest };
  return { contents: text.split(/\r?\n/).filter((line) => line.trim() !== ''), rest: '' };
}

/** The form again after the service refused the report: each asset's reason beside the field, anything else above the form. */
export function refusedReport(words: Words, values: State['values'], error: ErrorBody): State {
  const perAsset = error.data?.errors ?? [];
  if (perAsset.length > 0)
    return { values, problems: { assets: perAsset.map((refused) => refusalInWords(words, refused)) } };
  const issues = (error.issues ?? []).map(({ message }) => message);
  const reasons = issues.length > 0 ? issues : [error.message];
  const general = reasons.map((reason) => words.t('portal.error.other', { reason: reasonOf(reason) }));
  return { values, problems: { general } };
}

/** Why the service refused an asset of a report, in the reporter's language. */
function refusalInWords(words: Words, { asset, errorType, message, suggestion = '' }: AssetError): Html {
  const reason = reasonFor(words, asset, errorType) ?? reasonOf(`${message} ${suggestion}`.trim());
  return words.t('refusal.line', { asset, reason });
}

function reasonFor(words: Words, asset: string, errorType: string): Html | null {
  switch (errorType) {
    case 'DUPLICATE_ASSETS':
      return words.t('refusal.twice');
    case 'ASSET_ALREADY_CORRECT':
      return words.t('refusal.known');
    case 'ALREADY_PENDING_REVIEW':
    case 'REPORT_ALREADY_EXISTS':
      return words.t('refusal.waiting');
    case 'INVALID_FORMAT':
      return unreadable(words, asset);
    case 'DOMAIN_NOT_ALLOWED':
      return unlisted(words, asset);
    default:
      return null;
  }
}

function unreadable(words: Words, asset: string): Html {
  const fault = addressFault(asset);
  if (fault !== null) return words.t(`report.addressFault.${fault.fault}`, { family: fault.family });
  return words.t('refusal.unknown', { address: 'https://site.example/page' });
}

function unlisted(words: Words, content: string): Html {
  const asset = normalizeContent(content);
  const reason = asset && listingRefusal(asset)?.reason;
  if (reason === 'nobody') return words.t('portal.report.refused.nobody');
  return words.t(reason === 'inside-network' ? 'portal.report.refused.inside' : 'portal.report.refused.shared');
}
