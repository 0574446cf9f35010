import { SETTING_NAMES, SETTINGS, type SettingName, type Settings } from './catalogue.ts';

/** An invalid stored setting, and why, in words. */
export type SettingProblem = { readonly setting: SettingName | null; readonly problem: string };

/**
 * Parses stored settings one by one: an invalid value is left out and reported. `setting` is null if the whole record
 * is invalid.
 */
export function parseSettings(stored: unknown): { values: Partial<Settings>; problems: SettingProblem[] } {
  if (stored === undefined) return { values: {}, problems: [] };
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored))
    return { values: {}, problems: [{ setting: null, problem: 'The stored settings are damaged and are not used.' }] };
  const values: Partial<Record<SettingName, unknown>> = {};
  const problems: SettingProblem[] = [];
  for (const name of SETTING_NAMES) {
    const raw = (stored as Record<string, unknown>)[name];
    if (raw === undefined) continue;
    const parsed = SETTINGS[name].schema.safeParse(raw);
    if (parsed.success) values[name] = parsed.data;
    else problems.push({ setting: name, problem: problemOf(name, parsed.error.issues[0]?.message) });
  }
  // Its key was given for that address, and must be sent to no other.
  if (problems.some(({ setting }) => setting === 'serviceUrl')) delete values.apiKey;
  return { values: values as Partial<Settings>, problems };
}

/**
 * Checks settings before they are stored.
 * @throws SettingsError naming the first setting that is unknown, that only a policy sets, or that has an invalid
 *   value
 */
export function checkSettings(settings: Partial<Settings>): Partial<Settings> {
  for (const name of Object.keys(settings)) {
    if (!(SETTING_NAMES as string[]).includes(name)) throw new SettingsError(`There is no setting "${name}".`);
    const { title, changedBy } = SETTINGS[name as SettingName];
    if (changedBy === 'policy') throw new SettingsError(`${title}: only a policy of your organization sets this.`);
  }
  const { values, problems } = parseSettings(settings);
  if (problems[0]) throw new SettingsError(problems[0].problem);
  return values;
}

/** Settings that are not stored, because a value is invalid or locked; the message says which, and nothing was changed. */
export class SettingsError extends Error {
  override readonly name: string = 'SettingsError';
}

/** A setting that a policy has locked. */
export class SettingManaged extends SettingsError {
  override readonly name = 'SettingManaged';
  readonly manager: string;

  /** @param title title of the setting @param manager name of who manages the browser */
  constructor(title: string, manager: string) {
    super(`${title}: this is managed by ${manager || 'your organization'} and cannot be changed here.`);
    this.manager = manager;
  }
}

const problemOf = (name: SettingName, message: string | undefined) =>
  `${SETTINGS[name].title}: ${message ?? 'the value cannot be used'}`;
