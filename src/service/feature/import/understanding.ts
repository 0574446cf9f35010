import { TextFileError, type TextInput } from '../../command-line/text-file.ts';
import { formatOf } from './format/detect.ts';
import type { ImportFormat } from './format/entry.ts';
import { beginningOf, type Sample, sampleOf } from './format/sample.ts';
import { SKIP_REASONS, shown } from './reason.ts';
import { type Triage, understoodOf } from './triage.ts';

const MIN_UNDERSTOOD = 0.5;
const MIN_UNWARNED = 0.9;
const MAX_NAMED = 3;

/**
 * @throws TextFileError for a file of which nothing is imported or less than half was understood, with what was strange
 */
export async function requireUnderstood(sorted: Triage, input: TextInput, format: ImportFormat): Promise<void> {
  const { entries, understood } = understoodOf(sorted);
  const isEmpty = sorted.entries.length === 0;
  if (!isEmpty && understood >= entries * MIN_UNDERSTOOD) return;
  const what = isEmpty
    ? `${input.name}: nothing of it can be imported as ${format}, and nothing was changed`
    : `${input.name}: only ${understood} of ${entries} entries were understood as ${format}, and nothing was changed`;
  const sample = await sampleOf(input);
  const [first] = sample.lines;
  const lines = first === undefined || shown(first.trim()) === sorted.strange[0] ? '' : `. ${beginningOf(sample)}`;
  if (sorted.strange.length > 0)
    throw new TextFileError(`${what}. ${notUnderstood(sorted)}. ${adviceFor(sample, format)}${lines}`);
  const reasons = sorted.skipped.rows().map(([reason, { count }]) => `${count} ${SKIP_REASONS[reason]}`);
  throw new TextFileError(`${what}: ${reasons.length === 0 ? 'it has no entries' : reasons.join('; ')}${lines}`);
}

/** The warning about an import of which much was not understood; null where little was not. */
export function understandingWarning(sorted: Triage): string | null {
  const { entries, understood } = understoodOf(sorted);
  if (understood >= entries * MIN_UNWARNED) return null;
  return `Only ${understood} of ${entries} entries were understood. ${notUnderstood(sorted)}`;
}

const notUnderstood = ({ strange }: Triage): string =>
  `Not understood: ${strange
    .slice(0, MAX_NAMED)
    .map((text) => `"${text}"`)
    .join(', ')}`;

function adviceFor(sample: Sample, format: ImportFormat): string {
  const shown = formatOf(sample);
  if (shown === null) return 'It looks like a web page or other XML';
  if (shown !== format) return `It looks like ${shown}: leave --format out`;
  return 'Write its hosts, pages and wallet addresses one a line';
}
