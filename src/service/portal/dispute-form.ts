import { html } from 'hono/html';
import { disputeCreate } from '../../api/report/dispute.ts';
import { addressFault } from '../../asset/index.ts';
import type { Issue } from '../database/refused.ts';
import type { DisputeBody } from '../feature/dispute/filing.ts';
import type { Failure } from '../http/failure.ts';
import { generalProblems, onceField } from '../page/field.ts';
import { controls, type Entered, type FormFields, type Problems } from '../page/form.ts';
import { FORM_ID } from '../page/layout.ts';
import type { Html, Words } from '../page/words.ts';
import { type Portal, portalPage } from './page.ts';

export const DISPUTE_FIELDS = {
  content: {
    ...{ kind: 'text', label: 'portal.dispute.content', required: true, maxLength: 4_096 },
    hint: 'portal.dispute.contentHint',
  },
  description: { kind: 'prose', label: 'portal.dispute.description', optional: true, maxLength: 10_000 },
  email: {
    ...{ kind: 'email', label: 'portal.dispute.email', optional: true, maxLength: 320 },
    hint: 'portal.dispute.emailHint',
  },
} as const satisfies FormFields;

/** The page with the dispute form: what was entered, and what is wrong with it. */
export function disputeFormPage(portal: Portal, values: Entered = {}, problems: Problems = {}): Html {
  const { words, root } = portal;
  return portalPage(
    portal,
    'dispute',
    words.t('portal.dispute.title'),
    html`<div class="lead"><h1>${words.t('portal.dispute.heading')}</h1>
<p class="quiet">${words.t('portal.dispute.intro')}</p></div>
${generalProblems(problems.general ?? [])}
<form class="card" id="${FORM_ID}" method="post" action="${words.href(`${root}/dispute`)}">${onceField()}${controls(words, DISPUTE_FIELDS, values, problems)}<button type="submit">${words.t('portal.dispute.send')}</button></form>`,
    { form: `${root}/dispute` },
  );
}

/** What was entered as the body of the operation, or what is wrong with it. */
export function disputeBody(
  words: Words,
  { content, description, email }: Entered,
): { readonly body: DisputeBody } | { readonly problems: Problems } {
  const result = disputeCreate.body.safeParse({
    content,
    ...(description ? { description } : {}),
    ...(email ? { email } : {}),
  });
  if (result.success) return { body: result.data };
  const wrong = result.error.issues.map(({ path }) => String(path[0]));
  return { problems: Object.fromEntries(wrong.map((name) => [name, [wrongText(words, name)]])) };
}

function wrongText(words: Words, name: string): Html {
  const { content, description } = DISPUTE_FIELDS;
  if (name === 'content') return words.t('portal.dispute.contentWrong', { most: content.maxLength });
  if (name === 'email') return words.t('portal.dispute.emailWrong', { address: 'name@example.org' });
  return words.t('portal.report.tooLong', { most: description.maxLength });
}

/** Why the service refused a dispute, each reason beside the field that it names, else beside the content. */
export function disputeRefusal(words: Words, { content = '' }: Entered, { issues, code }: Failure): Problems {
  if (issues.length === 0) return { content: [words.t(code === 'NOT_FOUND' ? 'refusal.dispute' : 'refusal.other')] };
  const problems: Record<string, Html[]> = {};
  for (const one of issues) {
    const name = one.path !== undefined && one.path in DISPUTE_FIELDS ? one.path : 'content';
    problems[name] = [...(problems[name] ?? []), reasonIn(words, content, one)];
  }
  return problems;
}

function reasonIn(words: Words, asset: string, one: Issue): Html {
  const fault = one.code === 'noAsset' ? addressFault(asset) : null;
  if (fault) return words.t(`report.addressFault.${fault.fault}`, { family: fault.family });
  if (one.code === 'noAsset') return words.t('portal.dispute.refused.NO_ASSET');
  if (one.code === 'disputeUnknown') return words.t('portal.dispute.refused.UNKNOWN', { asset });
  if (one.code === 'disputeNotBlocked') return words.t('portal.dispute.refused.NOT_BLOCKED', { asset });
  return words.t('portal.error.other', { reason: words.issue(one) });
}
