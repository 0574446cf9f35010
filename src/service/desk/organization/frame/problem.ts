import { Failure } from '../../../http/failure.ts';
import type { Words } from '../../../language/words.ts';
import { reasonOf } from '../../../portal/page/field.ts';
import { spacedOut } from '../../language/word.ts';
import type { Html } from '../../page.ts';

/** What is wrong with what was entered, by the field it is about; `general` is about none of them. */
export type Problems = Readonly<Record<string, readonly (Html | string)[]>>;

const FIELD = /^([A-Za-z]\w*)(?:\.[\w.]+)?: /;

/** An issue as a sentence that names the field in words, for a page that does not show the field. */
export function issueText(words: Words, issue: string): Html {
  const field = FIELD.exec(issue)?.[1];
  if (field === undefined) return reasonOf(sentence(issue));
  if (field === 'cursor' || field === 'next_page') return words.t('desk.organization.filter.gone');
  return reasonOf(sentence(`${spacedOut(field)}: ${issue.replace(FIELD, '')}`));
}

/** An issue as a sentence, without the name of the request's field that it begins with. */
export const withoutField = (issue: string): string => sentence(issue.replace(FIELD, ''));

/**
 * What an operation refused, by the fields of a form; what is about no field of it is `general`.
 * @throws what is no refusal, and refusals that no form can mend
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
