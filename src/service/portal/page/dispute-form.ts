import { html } from 'hono/html';
import type { ErrorBody } from '../../../api/error.ts';
import type { BodyOf } from '../../../api/operation.ts';
import { disputeCreate } from '../../../api/report/dispute.ts';
import { addressFault } from '../../../asset/index.ts';
import { DISPUTE_REFUSALS } from '../../feature/dispute/filing.ts';
import type { Words } from '../language/words.ts';
import { entered, type FieldSpec, type FormState, field, generalProblems, reasonOf } from './field.ts';
import { FORM_ID, type Html, type Portal, portalPage } from './page.ts';

export type DisputeBody = BodyOf<typeof disputeCreate>;
export type DisputeField = 'content' | 'description' | 'email';
type State = FormState<DisputeField>;

const NAMES = ['content', 'description', 'email'] as const satisfies readonly DisputeField[];
/** Characters. */
const MAX = { content: 4_096, description: 10_000, email: 320 } as const;

const fieldsIn = (words: Words): Readonly<Record<DisputeField, FieldSpec>> => ({
  content: {
    name: 'content',
    label: words.t('portal.dispute.content'),
    hint: words.t('portal.dispute.contentHint'),
    kind: 'text',
    required: true,
    maxLength: MAX.content,
  },
  description: {
    name: 'description',
    label: words.t('portal.optional', { label: words.t('portal.dispute.description') }),
    kind: 'prose',
    maxLength: MAX.description,
  },
  email: {
    name: 'email',
    label: words.t('portal.optional', { label: words.t('portal.dispute.email') }),
    hint: words.t('portal.dispute.emailHint'),
    kind: 'email',
    maxLength: MAX.email,
  },
});

const EMPTY: State = { values: { content: '', description: '', email: '' }, problems: {} };

const problemsIn = (words: Words): Readonly<Record<DisputeField, Html>> => ({
  content: words.t('portal.dispute.contentWrong', { most: MAX.content }),
  description: words.t('portal.report.tooLong', { most: MAX.description }),
  email: words.t('portal.dispute.emailWrong', { address: 'name@example.org' }),
});

const isField = (name: unknown): name is DisputeField => NAMES.some((known) => known === name);

/** The page with the dispute form; `state` restores the entered values and shows their problems. */
export function disputeFormPage(portal: Portal, state: State = EMPTY): Html {
  const { words, root } = portal;
  const fields = fieldsIn(words);
  return portalPage(
    portal,
    'dispute',
    words.t('portal.dispute.title'),
    html`<div class="lead"><h1>${words.t('portal.dispute.heading')}</h1>
<p class="quiet">${words.t('portal.dispute.intro')}</p></div>
${generalProblems(state.problems.general ?? [])}
<form class="card" id="${FORM_ID}" method="post" action="${words.href(`${root}/dispute`)}">${NAMES.map((name) =>
      field(fields[name], state.values[name], state.problems[name] ?? []),
    )}<button type="submit">${words.t('portal.dispute.send')}</button></form>`,
    { form: `${root}/dispute` },
  );
}

/** The values entered in a submitted form. */
export const enteredDispute = (form: URLSearchParams): State['values'] =>
  Object.fromEntries(NAMES.map((name) => [name, entered(form, name)])) as State['values'];

/** Parses a submitted form into a request body, or returns its problems and the input. */
export function readDisputeForm(
  words: Words,
  form: URLSearchParams,
): { readonly values: State['values']; readonly body: DisputeBody } | { readonly state: State } {
  const values = enteredDispute(form);
  const result = disputeCreate.body.safeParse({
    content: values.content,
    ...(values.description === '' ? {} : { description: values.description }),
    ...(values.email === '' ? {} : { email: values.email }),
  });
  if (result.success) return { values, body: result.data };
  const wrong = result.error.issues.map(({ path }) => path[0]).filter(isField);
  const problems = problemsIn(words);
  return { state: { values, problems: Object.fromEntries(wrong.map((name) => [name, [problems[name]]])) } };
}

/**
 * The form again after the service refused the dispute, with the reason beside the content. Issues without a
 * translation are shown beside the fields that they name.
 * @param reason the service's name of the reason
 */
export function refusedDispute(
  words: Words,
  values: State['values'],
  error: ErrorBody,
  reason: string | undefined,
): State {
  const known = DISPUTE_REFUSALS.find((name) => name === reason);
  if (known !== undefined) {
    const fault = known === 'NO_ASSET' ? addressFault(values.content) : null;
    const said = fault
      ? words.t(`report.addressFault.${fault.fault}`, { family: fault.family })
      : words.t(`portal.dispute.refused.${known}`, known === 'NO_ASSET' ? {} : { asset: values.content });
    return { values, problems: { content: [said] } };
  }
  const issues = (error.issues ?? []).map(({ message }) => message);
  const problems: Partial<Record<DisputeField, Html[]>> = {};
  for (const issue of issues.length > 0 ? issues : [error.message]) {
    const [, field, text] = /^(\w+): (.*)$/s.exec(issue) ?? [];
    const name = isField(field) ? field : 'content';
    const said = words.t('portal.error.other', { reason: reasonOf(isField(field) ? (text ?? '') : issue) });
    problems[name] = [...(problems[name] ?? []), said];
  }
  return { values, problems };
}
