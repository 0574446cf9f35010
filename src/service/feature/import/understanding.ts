import { readText, TextFileError, type TextInput } from '../../command-line/text-file.ts';
import type { RawEntry } from './format/entry.ts';
import { IMPORT_FORMATS, type ImportFormat, isImportFormat } from './format/format.ts';
import { lookOf } from './format/look.ts';
import { SKIP_REASONS } from './reason.ts';
import { type Triage, triage, understoodOf } from './triage.ts';

/** Below this share of understood entries a file is refused. */
const MIN_UNDERSTOOD = 0.5;
/** Below this share of understood entries the summary has a warning. */
const MIN_UNWARNED = 0.9;
/** Characters by which the kind of a file is recognised. */
const SAMPLE_LENGTH = 65_536;

type Read = { readonly input: TextInput; readonly format: ImportFormat };

/** Reads the entries of a file. @throws TextFileError that says what the file looks like and what to do */
export async function readEntries(
  { input, format }: Read,
  reason: string = IMPORT_FORMATS[format].reason,
): Promise<{ readonly raws: RawEntry[]; readonly notes: readonly string[] }> {
  try {
    return await entriesOf(input, format, reason);
  } catch (error) {
    if (!(error instanceof TextFileError)) throw error;
    const advice = await adviceFor({ input, format }, error.message);
    throw advice === null ? error : new TextFileError(`${error.message} ${advice}`);
  }
}

async function entriesOf(input: TextInput, format: ImportFormat, reason: string) {
  const { entries, notes } = await IMPORT_FORMATS[format].read(input, reason);
  const raws: RawEntry[] = [];
  for await (const raw of entries) raws.push(raw);
  return { raws, notes };
}

const isUnderstood = (sorted: Triage): boolean => {
  const { entries, understood } = understoodOf(sorted);
  return sorted.entries.length > 0 && understood >= entries * MIN_UNDERSTOOD;
};

/**
 * Refuses a file of which nothing is imported, or of which less than half was understood.
 * @throws TextFileError with its first entries that were not understood
 */
export async function requireUnderstood(sorted: Triage, read: Read): Promise<void> {
  if (isUnderstood(sorted)) return;
  const { entries, understood } = understoodOf(sorted);
  const { name } = read.input;
  const what =
    sorted.entries.length === 0
      ? `${name}: nothing of it can be imported as ${read.format}, and nothing was changed`
      : `${name}: only ${understood} of ${entries} entries were understood as ${read.format}, and nothing was changed`;
  if (sorted.strange.length > 0)
    throw new TextFileError(`${what}. ${notUnderstood(sorted)}. ${(await adviceFor(read)) ?? ''}`.trim());
  const reasons = sorted.skipped.rows().map(([reason, { count }]) => `${count} ${SKIP_REASONS[reason]}`);
  throw new TextFileError(`${what}: ${reasons.join('; ')}`);
}

/** The warning about an import of which much was not understood; null where little was not. */
export function understandingWarning(sorted: Triage): string | null {
  const { entries, understood } = understoodOf(sorted);
  if (understood >= entries * MIN_UNWARNED) return null;
  return `Only ${understood} of ${entries} entries were understood. ${notUnderstood(sorted)}`;
}

const notUnderstood = ({ strange }: Triage): string =>
  `Not understood: ${strange.map((text) => JSON.stringify(text)).join(', ')}`;

const WRITE_IT =
  'Write its hosts and pages one a line for --format hosts, or its wallet addresses one a line for --format addresses';

/**
 * What a file looks like and what to do with it. A format is named only where it was tried on the file and reads it.
 * @param before the text that it follows, which is not repeated
 * @returns null for a file that is no text
 */
async function adviceFor({ input, format }: Read, before = ''): Promise<string | null> {
  const others = Object.keys(IMPORT_FORMATS).filter(isImportFormat);
  for (const other of others.filter((one) => one !== format))
    if (await reads(input, other)) return `Use --format ${other}, which reads it`;
  try {
    const look = lookOf((await readText(input)).slice(0, SAMPLE_LENGTH));
    return look === null || before.includes(look)
      ? WRITE_IT
      : `It looks like ${look}, which no format reads. ${WRITE_IT}`;
  } catch (error) {
    if (error instanceof TextFileError) return null;
    throw error;
  }
}

async function reads(input: TextInput, format: ImportFormat): Promise<boolean> {
  try {
    const { raws } = await entriesOf(input, format, '');
    return isUnderstood(await triage(raws, ''));
  } catch (error) {
    if (error instanceof TextFileError) return false;
    throw error;
  }
}
