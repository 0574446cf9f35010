import type * as z from 'zod/mini';
import { readServiceLanguages, type TextKey } from '../languages.ts';

/** The name of a reason: the key of its text, without `issue.` if it is in that section of the languages. */
export type IssueCode = TextKey extends infer Key ? (Key extends `issue.${infer Code}` ? Code : Key) : never;

/** The key of the text of a reason. */
export const textKeyOf = (code: IssueCode): TextKey =>
  (/^(desk|portal)\./.test(code) ? code : `issue.${code}`) as TextKey;

/** What is wrong, as data. The place that shows it chooses the words: the API {@link inEnglish}, pages in their language. */
export type Issue = {
  /** `schema`: what a schema found. */
  readonly code: IssueCode | 'schema';
  /** The field that it is about, for example `assets.0.content`. */
  readonly path?: string | undefined;
  /** What fills the blanks of the text. */
  readonly params?: Readonly<Record<string, string | number | Issue>>;
  readonly schema?: z.core.$ZodIssue;
};

export const issue = (code: IssueCode, params: Issue['params'] = {}, path?: string): Issue => ({ code, params, path });

/** The code of what a schema found, where the schema gives one (`params.code` of a refinement). */
export function codeOf({ code, schema }: Issue): IssueCode | null {
  if (code !== 'schema') return code;
  const named: unknown = schema?.code === 'custom' ? schema.params?.code : null;
  return typeof named === 'string' ? (named as IssueCode) : null;
}

let english: ReadonlyMap<string, unknown> | undefined;

/** An issue in English, without its path. */
export function inEnglish(one: Issue): string {
  const code = codeOf(one);
  if (code === null) return one.schema!.message;
  english ??= readServiceLanguages()[0]!.texts;
  return String(english.get(textKeyOf(code))).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = one.params?.[name] ?? '';
    return typeof value === 'object' ? inEnglish(value) : String(value);
  });
}

/** A refusal whose message tells the person who asked what is wrong and, if possible, what to do. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
  readonly issue: Issue | null;

  /** @param reason in English only where nobody but an operator at a terminal reads it */
  constructor(reason: Issue | string, options?: ErrorOptions) {
    super(typeof reason === 'string' ? reason : inEnglish(reason), options);
    this.issue = typeof reason === 'string' ? null : reason;
  }
}
