import { html } from 'hono/html';
import type { ErrorBody } from '../../../api/error.ts';
import type { BodyOf } from '../../../api/operation.ts';
import { disputeCreate } from '../../../api/report/dispute.ts';
import type { PublicState } from '../../feature/receipt/state.ts';
import { entered, type FieldSpec, field, generalProblems } from './field.ts';
import { type Html, type Portal, portalPage } from './page.ts';
import { type AnswerState, standingCards } from './sent-page.ts';
import type { FormState } from './view.ts';

export type DisputeBody = BodyOf<typeof disputeCreate>;
export type DisputeField = 'content' | 'description' | 'email';
type State = FormState<DisputeField>;

const FIELDS: Readonly<Record<DisputeField, FieldSpec>> = {
  content: {
    name: 'content',
    label: 'What is blocked by mistake?',
    hint: 'The address of a site, a wallet address or an account.',
    kind: 'text',
    required: true,
    maxLength: 4_096,
  },
  description: { name: 'description', label: 'Why is it a mistake? (optional)', kind: 'prose', maxLength: 10_000 },
  email: {
    name: 'email',
    label: 'Your e-mail address (optional)',
    hint: 'For the answer. It is never shown here.',
    kind: 'email',
    maxLength: 320,
  },
};
const NAMES = Object.keys(FIELDS) as DisputeField[];

const EMPTY: State = { values: { content: '', description: '', email: '' }, problems: {} };

const PROBLEMS: Readonly<Record<DisputeField, string>> = {
  content: 'Enter one site, address or account, up to 4,096 characters.',
  description: 'Use at most 10,000 characters.',
  email: 'Enter a whole e-mail address, for example name@example.org, or leave it empty.',
};

const isField = (name: unknown): name is DisputeField => NAMES.some((known) => known === name);

/** The page with the dispute form; `state` brings back what was entered and what was wrong with it. */
export function disputeFormPage(portal: Portal, state: State = EMPTY): Html {
  return portalPage(
    portal,
    'dispute',
    'Dispute',
    html`<div class="lead"><h1>Blocked by mistake?</h1>
<p class="quiet">A false alarm is our fault. Say what is blocked and someone looks at it again.</p></div>
${generalProblems(state.problems.general ?? [])}
<form class="card" method="post" action="${portal.root}/dispute">${NAMES.map((name) =>
      field(FIELDS[name], state.values[name], state.problems[name] ?? []),
    )}<button type="submit">Send the dispute</button></form>`,
  );
}

/** The page after a dispute has been stored. */
export function disputeSentPage(portal: Portal, state: PublicState, answer: AnswerState): Html {
  return portalPage(
    portal,
    'dispute',
    'Dispute received',
    html`<div class="lead"><h1>Your dispute has been received</h1></div>
${standingCards(`${portal.root}/dispute`, state, answer)}
<p><a href="${portal.root}/dispute">Dispute something else</a></p>`,
    { isHidden: true },
  );
}

/** Reads a sent form: the request body it stands for, or what is wrong with it, with the input kept. */
export function readDisputeForm(
  form: URLSearchParams,
): { readonly values: State['values']; readonly body: DisputeBody } | { readonly state: State } {
  const values = Object.fromEntries(NAMES.map((name) => [name, entered(form, name)])) as State['values'];
  const result = disputeCreate.body.safeParse({
    content: values.content,
    ...(values.description === '' ? {} : { description: values.description }),
    ...(values.email === '' ? {} : { email: values.email }),
  });
  if (result.success) return { values, body: result.data };
  const wrong = result.error.issues.map(({ path }) => path[0]).filter(isField);
  return { state: { values, problems: Object.fromEntries(wrong.map((name) => [name, [PROBLEMS[name]]])) } };
}

/** The form again after the service refused the dispute: each issue beside the field that it names, any other beside the content. */
export function refusedDispute(values: State['values'], error: ErrorBody): State {
  const issues = (error.issues ?? []).map(({ message }) => message);
  const problems: Partial<Record<DisputeField, string[]>> = {};
  for (const issue of issues.length > 0 ? issues : [error.message]) {
    const [, name, text] = /^(\w+): (.*)$/s.exec(issue) ?? [];
    const named = isField(name) && text !== undefined ? { name, text } : { name: 'content' as const, text: issue };
    problems[named.name] = [...(problems[named.name] ?? []), named.text];
  }
  return { values, problems };
}
