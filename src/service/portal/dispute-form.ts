import { html } from 'hono/html';
import type { BodyOf } from '../../api/operation.ts';
import { disputeCreate } from '../../api/report/dispute.ts';
import { addressFault } from '../../asset/index.ts';
import type { Issue } from '../database/refused.ts';
import type { Failure } from '../http/failure.ts';
import { entered, type FieldSpec, type FormState, field, generalProblems } from '../page/field.ts';
import { FORM_ID } from '../page/layout.ts';
import type { Html, Words } from '../page/words.ts';
import { type Portal, portalPage } from './page.ts';

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

/** The form again after the service refused the dispute, with each reason beside the field that it names, else beside the content. */
export function refusedDispute(words: Words, values: State['values'], { issues, code }: Failure): State {
  const problems: Partial<Record<DisputeField, Html[]>> = {};
  for (const one of issues) {
    const name = isField(one.path) ? one.path : 'content';
    problems[name] = [...(problems[name] ?? []), reasonIn(words, values.content, one)];
  }
  if (issues.length === 0) problems.content = [words.t(code === 'NOT_FOUND' ? 'refusal.dispute' : 'refusal.other')];
  return { values, problems };
}

function reasonIn(words: Words, asset: string, one: Issue): Html {
  const fault = one.code === 'noAsset' ? addressFault(asset) : null;
  if (fault) return words.t(`report.addressFault.${fault.fault}`, { family: fault.family });
  if (one.code === 'noAsset') return words.t('portal.dispute.refused.NO_ASSET');
  if (one.code === 'disputeUnknown') return words.t('portal.dispute.refused.UNKNOWN', { asset });
  if (one.code === 'disputeNotBlocked') return words.t('portal.dispute.refused.NOT_BLOCKED', { asset });
  return words.t('portal.error.other', { reason: words.issue(one) });
}
