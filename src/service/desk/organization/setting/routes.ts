import { CommandError } from '../../../command/words.ts';
import { KEYS } from '../../../feature/organization-config/key-table.ts';
import { writeConfiguration } from '../../../feature/organization-config/write.ts';
import { entered as enteredText } from '../../../portal/page/field.ts';
import type { Gate } from '../../gate.ts';
import { organizationGet, organizationPost } from '../access/visit.ts';
import type { Problems } from '../frame/problem.ts';
import { ALL_SETTINGS } from './setting-key.ts';
import { type Entered, settingsPage } from './settings-page.ts';

/** What an admin changes of the organization's record, by the forms and the writer of `organizations set`. */
export function settingRoutes(gate: Gate): void {
  organizationGet(gate, '/settings', async (visit) => ({
    page: settingsPage(visit, { done: visit.context.req.query('done') === 'saved' ? 'It is saved.' : null }),
  }));

  organizationPost(gate, '/settings', 'admin', async (visit, form) => {
    const entered = enteredIn(form);
    const { values, problems } = readSettings(entered);
    if (Object.keys(problems).length > 0)
      return { page: settingsPage(visit, { entered, fieldProblems: problems }), status: 422 };
    const { slug } = visit.organization;
    try {
      await visit.database.transaction(async (transaction) => {
        const { changes } = await writeConfiguration(transaction, slug, values);
        const fields = changes.map(({ key }) => key);
        if (fields.length > 0) await visit.record(transaction, 'deskOrganizationSet', { slug, fields });
      });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return { page: settingsPage(visit, { entered, problems: [error.message] }), status: 409 };
    }
    return { to: `${visit.root}/settings?done=saved` };
  });
}

const enteredIn = (form: URLSearchParams): Entered =>
  Object.fromEntries(
    ALL_SETTINGS.map(({ key, control }) => [
      key,
      // A form sends each end of a line as two characters (HTML, "normalize newlines").
      control.kind === 'flag' ? form.get(key) === 'yes' : enteredText(form, key).replaceAll('\r\n', '\n'),
    ]),
  );

function readSettings(entered: Entered): {
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: Problems;
} {
  const values: Record<string, unknown> = {};
  const problems: Record<string, string[]> = {};
  for (const { key } of ALL_SETTINGS) {
    const { schema, form } = KEYS[key]!;
    const result = schema.safeParse(entered[key]);
    if (result.success) values[key] = result.data;
    else problems[key] = [`It must be ${form.replace(/, or null$/, ', or empty')}.`];
  }
  return { values, problems };
}
