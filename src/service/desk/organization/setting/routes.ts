import { CommandError } from '../../../command/words.ts';
import { KEYS } from '../../../feature/organization-config/key-table.ts';
import { writeConfiguration } from '../../../feature/organization-config/write.ts';
import type { Words } from '../../../language/words.ts';
import { entered as enteredText, reasonOf } from '../../../portal/page/field.ts';
import type { Gate } from '../../gate.ts';
import type { Html } from '../../page.ts';
import { organizationGet, organizationPost } from '../access/visit.ts';
import type { Problems } from '../frame/problem.ts';
import { ALL_SETTINGS } from './setting-key.ts';
import { type Entered, settingsPage } from './settings-page.ts';

/** What an admin changes of the organization's record, by the forms and the writer of `organizations set`. */
export function settingRoutes(gate: Gate): void {
  organizationGet(gate, '/settings', async (visit) => ({
    page: settingsPage(visit, {
      done: visit.context.req.query('done') === 'saved' ? visit.frame.words.t('desk.organization.saved') : null,
    }),
  }));

  organizationPost(gate, '/settings', 'admin', async (visit, form) => {
    const entered = enteredIn(form);
    const { values, problems } = readSettings(visit.frame.words, entered);
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
      return { page: settingsPage(visit, { entered, problems: [reasonOf(error.message)] }), status: 409 };
    }
    return { to: `${visit.root}/settings?done=saved` };
  });
}

const enteredIn = (form: URLSearchParams): Entered =>
  Object.fromEntries(
    ALL_SETTINGS.map(({ key, isFlag }) => [
      key,
      // A form sends each end of a line as two characters (HTML, "normalize newlines").
      isFlag ? form.get(key) === 'yes' : enteredText(form, key).replaceAll('\r\n', '\n'),
    ]),
  );

function readSettings(
  words: Words,
  entered: Entered,
): {
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: Problems;
} {
  const values: Record<string, unknown> = {};
  const problems: Record<string, Html[]> = {};
  for (const { key } of ALL_SETTINGS) {
    const { schema, form } = KEYS[key]!;
    const result = schema.safeParse(entered[key]);
    if (result.success) values[key] = result.data;
    else
      problems[key] = [
        words.t('desk.organization.setting.mustBe', { form: reasonOf(form.replace(/, or null$/, ', or empty')) }),
      ];
  }
  return { values, problems };
}
