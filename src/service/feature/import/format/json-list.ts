import * as z from 'zod/mini';
import { readText, TextFileError, type TextInput } from '../../../command-line/text-file.ts';
import { describeText } from './look.ts';

/** How a JSON list looks to a person, and what tells it from the others. */
type JsonShape<S extends z.ZodMiniType> = { readonly expected: string; readonly schema: S };

/**
 * Reads a JSON list and checks its shape.
 * @throws TextFileError that says what was expected and what was found
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
    throw refuse(`${/^\s*[[{]/.test(text) ? 'JSON that is cut or damaged' : describeText(text)}`);
  }
  const result = z.safeParse(shape.schema, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue !== undefined && issue.path.length > 1 ? `; ${pathOf(issue.path)}: ${issue.message}` : '';
  throw refuse(`${describeJson(value)}${place}`);
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
