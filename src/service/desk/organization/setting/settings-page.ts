import { html } from 'hono/html';
import type { Words } from '../../../language/words.ts';
import { field } from '../../../portal/page/field.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { checkField, selectField } from '../form/select-field.ts';
import { organizationPage, type PageState } from '../frame/organization-page.ts';
import type { Problems } from '../frame/problem.ts';
import { type Setting, settingsOf } from './setting-key.ts';

/** What was entered, by key: a text, or whether a box is checked. */
export type Entered = Readonly<Record<string, string | boolean | null>>;
export type SettingState = PageState & { readonly entered?: Entered; readonly fieldProblems?: Problems };

/** What an admin changes of the organization's record. */
export function settingsPage(visit: OrganizationVisit, state: SettingState): Html {
  const { frame, root, organization } = visit;
  const { entered, fieldProblems = {}, ...rest } = state;
  const isManager = mayManage(frame.person);
  const { words } = frame;
  const groups = Object.entries(settingsOf(words)).map(([group, settings]) => {
    const title = words.t(group === 'reach' ? 'desk.organization.setting.reach' : 'desk.organization.setting.shows');
    const shown = settings.map((setting) => {
      const value = entered?.[setting.key] ?? setting.valueOf(organization);
      return isManager ? control(setting, value, fieldProblems[setting.key] ?? []) : fact(words, setting, value);
    });
    return isManager
      ? html`<section class="card settings"><h2>${title}</h2>${shown}</section>`
      : html`<section class="card facts"><h2>${title}</h2><dl>${shown}</dl></section>`;
  });
  return organizationPage(
    visit,
    '/settings',
    {
      ...rest,
      problems: [...(rest.problems ?? []), ...(fieldProblems.general ?? [])],
      title: words.t('desk.organization.room.settings'),
      lead: words.t('desk.organization.setting.lead'),
    },
    isManager
      ? html`<form method="post" action="${root}/settings">${token(frame)}${groups}<button type="submit">${words.t('desk.organization.save')}</button></form>`
      : html`${groups}<p class="small quiet">${words.t('desk.organization.adminChanges')}</p>`,
  );
}

function control(
  { key, label, hint, control: how }: Setting,
  value: string | boolean | null,
  problems: readonly (Html | string)[],
): Html {
  const more = hint === undefined ? {} : { hint };
  if (how.kind === 'flag') return checkField(key, label, value === true);
  const text = typeof value === 'string' ? value : '';
  if (how.kind === 'choice') return selectField({ name: key, label, options: how.options, ...more }, text, problems);
  return field({ name: key, label, kind: how.kind, maxLength: how.maxLength, ...more }, text, problems);
}

function fact(words: Words, { label, control: how }: Setting, value: string | boolean | null): Html {
  const named = how.kind === 'choice' ? how.options.find((option) => option.value === value)?.label : undefined;
  const said =
    named ??
    (typeof value === 'boolean'
      ? words.t(value ? 'desk.organization.yes' : 'desk.organization.no')
      : (value ?? words.t('desk.organization.notGiven')));
  return html`<div><dt>${label}</dt><dd class="written" dir="auto">${said}</dd></div>`;
}
