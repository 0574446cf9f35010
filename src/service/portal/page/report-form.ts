import { html } from 'hono/html';
import type { ErrorBody } from '../../../api/error.ts';
import type { BodyOf } from '../../../api/operation.ts';
import { reportCreate } from '../../../api/report/report.ts';
import { type AddressFault, addressFault, readContents } from '../../../asset/index.ts';
import type { PublicState } from '../../feature/receipt/state.ts';
import { type ChoiceSpec, choice, entered, type FieldSpec, field, generalProblems } from './field.ts';
import { type Html, type Portal, portalPage } from './page.ts';
import { type AnswerState, standingCards } from './sent-page.ts';
import type { FormState } from './view.ts';

export type ReportBody = BodyOf<typeof reportCreate>;
type WrittenField = 'assets' | 'title' | 'description' | 'contact';
export type ReportField = WrittenField | 'reach';
type State = FormState<ReportField>;

const FIELDS: Readonly<Record<WrittenField, FieldSpec>> = {
  assets: {
    name: 'assets',
    label: 'What do you want to report?',
    hint: 'The address of a site, a wallet address or an account. One a line.',
    kind: 'lines',
    required: true,
    maxLength: 40_000,
  },
  title: { name: 'title', label: 'What is it, in a few words? (optional)', kind: 'text', maxLength: 255 },
  description: { name: 'description', label: 'What happened? (optional)', kind: 'prose', maxLength: 10_000 },
  contact: {
    name: 'contact',
    label: 'How can we reach you? (optional)',
    hint: 'An e-mail address or a handle. It is never shown here.',
    kind: 'text',
    maxLength: 1_000,
  },
};
const NAMES = Object.keys(FIELDS) as WrittenField[];

/** What blocking the address of a page would mean. */
const REACH = {
  name: 'reach',
  label: 'What should be blocked of a site?',
  hint: 'For an address such as https://scam.example/login: the whole site scam.example, or only that page. On hosts that many people share it is always the page.',
  options: [
    { value: 'site', label: 'The whole site: it is made for a scam' },
    { value: 'page', label: 'Only the page: the rest of the site is good' },
  ],
} as const satisfies ChoiceSpec;

const EMPTY: State = { values: { assets: '', reach: 'site', title: '', description: '', contact: '' }, problems: {} };

/** Which field of the form a part of the request body comes from, and what a wrong one is told. */
const PROBLEMS: Readonly<Record<string, readonly [ReportField, string]>> = {
  assets: ['assets', 'Enter 1 to 100 sites, addresses or accounts, one a line, each up to 4,096 characters.'],
  title: ['title', 'Use 3 to 255 characters, or leave it empty.'],
  description: ['description', 'Use at most 10,000 characters.'],
  contactInfo: ['contact', 'Use at most 1,000 characters.'],
};

/** The page with the report form; `state` brings back what was entered and what was wrong with it. */
export function reportFormPage(portal: Portal, state: State = EMPTY): Html {
  return portalPage(
    portal,
    'report',
    'Report a scam',
    html`<div class="lead"><h1>Report a scam to ${portal.identity.name}</h1>
<p class="quiet">Someone reviews every report. What is confirmed is blocked for everyone who is protected.</p></div>
${generalProblems(state.problems.general ?? [])}
<form class="card" method="post" action="${portal.root}/report">${NAMES.map((name) => [
      field(FIELDS[name], state.values[name], state.problems[name] ?? []),
      name === 'assets' ? choice(REACH, state.values.reach) : '',
    ])}<button type="submit">Send the report</button></form>`,
  );
}

/** The page after a report has been stored. */
export function reportSentPage(portal: Portal, state: PublicState, answer: AnswerState): Html {
  return portalPage(
    portal,
    'report',
    'Report received',
    html`<div class="lead"><h1>Your report has reached ${portal.identity.name}</h1></div>
${standingCards(`${portal.root}/report`, state, answer)}
${portal.sections.reportForm ? html`<p><a href="${portal.root}/report">Report something else</a></p>` : ''}`,
    { isHidden: true },
  );
}

/** The page of a portal that would have the report form alone, while its organization takes no reports. */
export function noReportsPage(portal: Portal): Html {
  return portalPage(
    portal,
    'report',
    'No reports at the moment',
    html`<div class="lead"><h1>${portal.identity.name} takes no reports here at the moment</h1>
<p class="quiet">Nothing is wrong with your link. Come back later, or reach ${portal.identity.name} another way.</p></div>`,
  );
}

/** Reads a sent form: the request body it stands for, or what is wrong with it, with the input kept. */
export function readReportForm(
  form: URLSearchParams,
  organizationSlug: string,
  userAgent: string | undefined,
): { readonly values: State['values']; readonly body: ReportBody } | { readonly state: State } {
  const values = {
    ...(Object.fromEntries(NAMES.map((name) => [name, entered(form, name)])) as Record<WrittenField, string>),
    reach: entered(form, 'reach') === 'page' ? 'page' : 'site',
  };
  const { contents, words } = reported(values.assets, values.reach === 'page');
  const description = [values.description, words].filter((text) => text !== '').join('\n');
  const result = reportCreate.body.safeParse({
    assets: contents.map((content) => ({ content })),
    ...(values.title === '' ? {} : { title: values.title }),
    ...(description === '' ? {} : { description }),
    ...(values.contact === '' ? {} : { contactInfo: values.contact }),
    ...(userAgent === undefined ? {} : { userAgent: userAgent.slice(0, 1_000) }),
    organizationSlug,
  });
  if (result.success) return { values, body: result.data };
  const problems: Partial<Record<ReportField, string[]>> = {};
  for (const { path } of result.error.issues) {
    const [name, text] = PROBLEMS[String(path[0])] ?? (['assets', 'This cannot be sent.'] as const);
    problems[name] = [text];
  }
  return { state: { values, problems } };
}

/**
 * What was written into the field of a report: the contents that it names, and the words beside them, which are for a person to read. Where
 * it names nothing every line is a content, so that the service says what is wrong with each.
 */
function reported(text: string, pagesOnly: boolean): { readonly contents: readonly string[]; readonly words: string } {
  const { named, rest } = readContents(text);
  if (named.length > 0)
    return { contents: named.map(({ written, page }) => (pagesOnly ? (page ?? written) : written)), words: rest };
  return { contents: text.split(/\r?\n/).filter((line) => line.trim() !== ''), words: '' };
}

const FAULTS: Readonly<Record<AddressFault['fault'], string>> = {
  checksum: 'its checksum is wrong: a character was changed, lost or added',
  case: 'it mixes capital and small letters in a way that none does',
  character: 'it holds a character that none has',
  length: 'it is too long or too short',
};
const faultInWords = ({ fault, family }: AddressFault): string =>
  `This looks like an address (${family}), but ${FAULTS[fault]}.`;

/** The form again after the service refused the report: each asset's reason beside the field, anything else above the form. */
export function refusedReport(values: State['values'], error: ErrorBody): State {
  const perAsset = error.data?.errors ?? [];
  const issues = (error.issues ?? []).map(({ message }) => message);
  return {
    values,
    problems:
      perAsset.length > 0
        ? {
            assets: perAsset.map(({ asset, message, suggestion }) => {
              const fault = addressFault(asset);
              if (fault !== null) return `${asset}: ${faultInWords(fault)}`;
              return [`${asset}: ${message}`, suggestion].filter(Boolean).join(' ');
            }),
          }
        : { general: issues.length > 0 ? issues : [error.message] },
  };
}
