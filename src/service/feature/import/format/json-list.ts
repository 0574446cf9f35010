import * as z from 'zod/mini';
import { normalizeContent } from '../../../../asset/content.ts';
import { readText, TextFileError, type TextInput } from '../../../command-line/text-file.ts';

/** How a JSON list looks to a person, and what tells it from the others. */
type JsonShape<S extends z.ZodMiniType> = { readonly expected: string; readonly schema: S };

/**
 * Reads a JSON list and checks its shape.
 * @throws TextFileError that says what was expected and what was found, with the format the file looks like.
 */
export const readJson = async <S extends z.ZodMiniType>(input: TextInput, shape: JsonShape<S>): Promise<z.infer<S>> =>
  parseJson(input.name, await readText(input), shape);

/** The same of a text that was read already. @param name of the file, for messages */
export function parseJson<S extends z.ZodMiniType>(name: string, text: string, shape: JsonShape<S>): z.infer<S> {
  const refuse = (found: string) => new TextFileError(`${name}: expected ${shape.expected}, found ${found}.`);
  if (text.trim() === '') throw refuse('an empty file');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse(`${describeText(text)}${textHint(text)}`);
  }
  const result = z.safeParse(shape.schema, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue !== undefined && issue.path.length > 1 ? `; ${pathOf(issue.path)}: ${issue.message}` : '';
  throw refuse(`${describeJson(value)}${place}${jsonHint(value)}`);
}

/** A few words about a text that is not the expected one: a web page, JSON, or its first characters. */
export function describeText(text: string): string {
  const start = text.trimStart();
  if (/^<(!doctype|html|\?xml|head|body)/i.test(start)) return 'a web page';
  if (/^[[{]/.test(start)) return 'text that begins like JSON';
  return `text that begins with ${JSON.stringify(start.slice(0, 24))}`;
}

function describeJson(value: unknown): string {
  if (Array.isArray(value)) {
    const kinds = [...new Set(value.slice(0, 1000).map((element) => typeof element))];
    return value.length === 0 ? 'an empty array' : `an array of ${value.length} elements (${kinds.join(', ')})`;
  }
  if (value === null || typeof value !== 'object') return `a single ${value === null ? 'null' : typeof value}`;
  const keys = Object.keys(value);
  const names = keys.slice(0, 6).map((key) => key.slice(0, 40));
  return keys.length === 0
    ? 'an empty object'
    : `an object with ${keys.length} ${keys.length === 1 ? 'key' : 'keys'} (${names.join(', ')}${keys.length > 6 ? ', …' : ''})`;
}

const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part).slice(0, 60)}`))
    .join('')
    .replace(/^\./, '');

/** This many entries show what a list is. */
const SAMPLE_SIZE = 1_000;
const HOST = /^(https?:\/\/)?([a-z0-9_-]+\.)+[a-z][a-z0-9-]*\.?([/:]|$)/i;

/** Whether texts are wallet addresses or hosts, by the first that is either; null where none is. */
export function kindOf(texts: readonly unknown[]): 'addresses' | 'hosts' | null {
  for (const text of texts.slice(0, SAMPLE_SIZE)) {
    if (typeof text !== 'string') continue;
    if (normalizeContent(text)?.type === 'ADDRESS') return 'addresses';
    if (HOST.test(text.trim())) return 'hosts';
  }
  return null;
}

/** What a text that is no JSON may be instead: the end of a sentence about it. */
function textHint(text: string): string {
  const lines = text
    .slice(0, 65_536)
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*$/, '').trim());
  const kind = kindOf(lines.flatMap((line) => line.split(/\s+/)));
  return kind === null ? '' : `. It may be --format ${kind}`;
}

/** What a JSON value may be instead. */
export function jsonHint(value: unknown): string {
  if (value === null || typeof value !== 'object') return '';
  if (!Array.isArray(value)) {
    const format = 'blacklist' in value ? 'eth-phishing-detect' : 'deny' in value ? 'polkadot-phishing' : null;
    return format === null ? '' : `. It may be --format ${format}`;
  }
  const kind = kindOf(value);
  if (kind === 'hosts') return '. It holds hosts: write them one a line, and take --format hosts';
  return kind === null ? '' : '. It may be --format addresses';
}
