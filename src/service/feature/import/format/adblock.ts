import { readLines, type TextInput } from '../../../command-line/text-file.ts';
import { entryOf, type Meaning, type RawEntry } from './entry.ts';
import { lineEntries } from './line-list.ts';

/** Separators of cosmetic, scriptlet and HTML rules, which change parts of pages (Adblock Plus, uBlock Origin, AdGuard). */
const PAGE_RULE = /^[^\s|@]*(?:#@?[$?%]{0,2}#|\$@?\$(?!$))/;
/** A pattern and its options: `name`, `~name` or `name=value`, with commas between. */
const OPTIONS = /^(.*?)\$(~?[a-z\d_-]+(?:=(?:\\.|[^,\\])*)?(?:,~?[a-z\d_-]+(?:=(?:\\.|[^,\\])*)?)*)$/i;
/** A pattern that is tied to the beginning of a host or of an address. */
const ANCHORED = /^\|{1,2}(?=[^|/^$*]|\*\.)/;

/** Options under which a rule concerns the site itself. */
const OF_SITES: ReadonlySet<string> = new Set(['all', 'document', 'doc', 'popup']);
/** Options that leave open what a rule concerns. */
const NEUTRAL: ReadonlySet<string> = new Set(['important', 'match-case', '~third-party', '~3p', 'first-party', '1p']);
const OF_OTHER_SITES: ReadonlySet<string> = new Set(['third-party', '3p', '~first-party', '~1p']);
/** Answers with which AdGuard's DNS filters stop a name; any other one sends it elsewhere. */
const STOPPED =
  /^dnsrewrite=(?:(?:NXDOMAIN|REFUSED|NOERROR)(?:;;)?|(?:NOERROR;(?:A|AAAA);)?(?:0\.0\.0\.0|127\.0\.0\.1|::1?))$/i;

/**
 * Reads filter lists of browsers and DNS filters: a rule that stops a host or page blocks it, `@@` allows a host unless the
 * other rule has `$important`, `$badfilter` takes the same rule back, a plain host or line of a hosts file blocks. All other
 * rules list nothing.
 */
export async function* readAdblock(input: TextInput, meaning: Meaning): AsyncIterable<RawEntry> {
  const disabled = new Set<string>();
  const strong: string[] = [];
  for await (const line of readLines(input)) {
    if (line.includes('badfilter')) disabled.add(bareRule(line.trim()));
    if (line.includes('important') && !line.startsWith('@@')) strong.push(line.trim());
  }
  const blocked: Meaning = { ...meaning, status: 'BLOCKED' };
  const isDisabled = (rule: string) => disabled.size > 0 && disabled.has(bareRule(rule));
  const kept = new Set(strong.filter((rule) => !isDisabled(rule)).flatMap((rule) => namesOf(rule, blocked)));
  for await (const line of readLines(input)) {
    const rule = line.trim();
    if (rule === '' || /^(?:!|\[.*\]$|#(?:\s|$))/.test(rule)) continue;
    const isException = kept.size > 0 && rule.startsWith('@@') && !isStrong(rule);
    const isBeaten = isException && namesOf(rule, blocked).some((name) => kept.has(name));
    if (isDisabled(rule) || isBeaten) yield { content: rule, skip: 'no-entry' };
    else yield* ruleEntries(rule, blocked);
  }
}

const optionsOf = (rule: string): string[] => OPTIONS.exec(rule)?.[2]?.split(',') ?? [];
const isStrong = (rule: string): boolean => optionsOf(rule).includes('important');
/** A rule without `badfilter`, its options in one order. */
const bareRule = (rule: string): string =>
  [
    OPTIONS.exec(rule)?.[1] ?? rule,
    ...optionsOf(rule)
      .filter((option) => option !== 'badfilter')
      .sort(),
  ].join();
const namesOf = (rule: string, meaning: Meaning): string[] =>
  ruleEntries(rule, meaning).flatMap((entry) => ('status' in entry ? [entry.content.toLowerCase()] : []));

/** Whether a line can only be a rule of a filter list. */
export const isRule = (line: string): boolean =>
  /^(?:@@)?\|\|?[^|\s]/.test(line) || (PAGE_RULE.test(line) && !/^#+(?:\s|$)/.test(line));

function ruleEntries(line: string, meaning: Meaning): RawEntry[] {
  const none: RawEntry[] = [{ content: line, skip: 'no-entry' }];
  if (PAGE_RULE.test(line) || /^(?:@@)?\/.*\/(?:\$|$)/.test(line)) return none;
  const isException = line.startsWith('@@');
  const rule = isException ? line.slice(2) : line;
  const [, bare = rule, options = ''] = OPTIONS.exec(rule) ?? [];
  if (!concernsSites(options, isException)) return none;
  if (!ANCHORED.test(bare)) {
    const isName = options === '' && !isException && (isPlainHost(bare.replace(/^\*\./, '')) || /^\S+\s+\S/.test(bare));
    return isName && !/^[-._]|[-._]$/.test(bare) ? lineEntries(bare, meaning) : none;
  }
  const pattern = bare.replace(ANCHORED, '').replace(/^\*\./, '');
  const name = pattern.replace(/(?:\^\*?|\*)?\|?$/, '');
  // Behind `?` follows what the rule leaves open.
  if (/[*^|\s]|\?$/.test(name)) return none;
  const isHost = !/[/?]/.test(name.replace(/^https?:\/\//i, '').replace(/\/$/, ''));
  if (isException && !isHost) return none;
  return [entryOf(name, meaning, isException ? 'ALLOWED' : 'BLOCKED')];
}

const isPlainHost = (text: string): boolean => /^[^\s*^|/]+$/.test(text) && /.\../.test(text);

function concernsSites(text: string, isException: boolean): boolean {
  const options = text === '' ? [] : text.toLowerCase().split(',');
  const isKnown = (option: string) =>
    OF_SITES.has(option) || NEUTRAL.has(option) || OF_OTHER_SITES.has(option) || (!isException && STOPPED.test(option));
  if (!options.every(isKnown)) return false;
  return !options.some((option) => OF_OTHER_SITES.has(option)) || options.some((option) => OF_SITES.has(option));
}
