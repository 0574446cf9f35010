import type { Word } from '../../text/word.ts';
import { MAX_HOST_LENGTH } from './host.ts';
import { isTopLevelDomain } from './top-level-domain.ts';

/** With a port. */
const MAX_LENGTH = MAX_HOST_LENGTH + 6;

const HOST =
  /^(?:[\p{L}\p{N}_-](?:[\p{L}\p{N}\p{M}_-]{0,62})\.)+(xn--[a-z0-9-]{1,59}|[\p{L}\p{M}]{2,63})\.?(?::\d{1,5})?(?=[/?#]|$)/iu;

/** Splits a word that begins with a host of at least two labels and an ending in letters; null for other words. */
function shapeOf(word: string): { readonly ending: string; readonly host: string; readonly rest: string } | null {
  const end = word.slice(0, MAX_LENGTH + 1).search(/[/?#]/);
  const head = end < 0 ? word : word.slice(0, end);
  const found = head.length > MAX_LENGTH ? null : HOST.exec(head);
  return found && { ending: found[1]!, host: found[0], rest: word.slice(found[0].length) };
}

/** Whether a whole content can be a URL without its scheme: `evil.example`, `evil.example:8080/path`. */
export const isHostWritten = (content: string): boolean => shapeOf(content) !== null;

/** Top-level domains that in a text usually end a file name or an abbreviation. */
const FILE_ENDINGS = new Set('coffee md mm mov ps py rs sh so zip'.split(' '));

/** Top-level domains that no code has after a dot, so that the name is a host without further evidence. */
const HOST_ENDINGS = new Set(
  'com net org edu gov mil eu uk de fr nl ch pl ru cn jp kr br xyz icu vip cfd sbs cyou club online finance'.split(' '),
);

/** Text right before or after a name that occurs in code and not in sentences. */
const CODE_BEFORE =
  /(?:[\w$][([:]|[!{=+&|?$~]\s?|=>\s|\b(?:return|const|let|var|await|typeof|new|throw|case|function)\s)$/;
const CODE_AFTER = /^(?:[([;=]|[?!][\w.;[(]|\)\s?[;{)\]=?:&|]|\s[=!<>?&|+*])/;

/** Second-level labels that many countries use: they say nothing about the name before them. */
const SECOND_LEVEL = /\.(?:ac|co|com|edu|go|gob|gov|gv|ne|net|nic|or|org)(?=\.[a-z]{2}\b)/i;

/** Identifiers in code: a property follows their dot. */
const CODE_NAMES = new Set(
  (
    'app args array body browser build client config console context data date document element err error event exports file ' +
    'foo bar baz global index input item json key logger math message meta module node number object options opts output page ' +
    'params parent path process program promise prop props query req request res response result schema self semver server ' +
    'state stream string super target task test this todo type user util value window example chalk'
  ).split(' '),
);

/**
 * Whether a word in running text is clearly a URL without its scheme: it begins with `www.`, a path follows its
 * top-level domain, or it ends with a top-level domain and is neither a file name, nor the boundary of two sentences
 * (`end.Next`), nor code (`node.id`).
 * @param around the text that contains the word
 */
export function isHostClear(word: Word, around: string): boolean {
  const { text } = word;
  if (!text.includes('.')) return false;
  const shape = shapeOf(text);
  if (!shape) return false;
  if (/^www\d?\./i.test(text)) return true;
  const ending = shape.ending.toLowerCase();
  // `row.name?.length` is optional chaining.
  if (!isTopLevelDomain(ending) || shape.rest.startsWith('?.')) return false;
  if (shape.rest.length > 1) return true;
  if (/^\p{Lu}\p{Ll}/u.test(shape.ending) || FILE_ENDINGS.has(ending)) return false;
  return HOST_ENDINGS.has(ending) || !isCode(shape.host, word, around);
}

/**
 * Whether a text with the shape of a host is code. A hyphen between letters and a non-ASCII letter occur only in hosts.
 */
function isCode(host: string, { index, text }: Word, around: string): boolean {
  const labels = host.replace(SECOND_LEVEL, '').split('.').slice(0, -1);
  if (labels.some((label) => /\p{L}-\p{L}|[^!-~]/u.test(label))) return false;
  if (
    labels.some(
      (label) =>
        /^[a-z\d]{1,2}$/i.test(label) || /^[-_]|_|\p{Ll}\p{Lu}/u.test(label) || CODE_NAMES.has(label.toLowerCase()),
    )
  )
    return true;
  const end = index + text.length;
  return CODE_BEFORE.test(around.slice(Math.max(0, index - 12), index)) || CODE_AFTER.test(around.slice(end, end + 3));
}
