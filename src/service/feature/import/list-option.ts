import { Option } from 'commander';
import { SCAM_KINDS, type ScamKind } from '../../../api/report/scam-kind.ts';
import { chosenOption, type Words } from '../../command/words.ts';
import { IMPORT_FORMATS, type ImportFormat } from './format/format.ts';

const FORMATS = Object.keys(IMPORT_FORMATS) as ImportFormat[];

/** Options that say what a list is and holds. */
export const LIST_OPTIONS: readonly Option[] = [
  new Option('--format <format>', 'what the list is').choices(FORMATS).makeOptionMandatory(),
  new Option('--source <name>', 'name under which its entries are listed (default: that of the list, or of the file)'),
  new Option('--kind <kind>', 'what it holds, as people are told (default: what its format says)').choices(SCAM_KINDS),
];

/** What the words say a list is: its format, and the kind of what it holds where they name one. */
export const listOf = (words: Words): { readonly format: ImportFormat; readonly kind: ScamKind | null } => ({
  format: chosenOption(words, 'format', FORMATS)!,
  kind: chosenOption(words, 'kind', SCAM_KINDS) ?? null,
});
