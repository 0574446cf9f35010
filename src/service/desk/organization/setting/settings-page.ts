import { html } from 'hono/html';
import { field } from '../../../portal/page/field.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { checkField, selectField } from '../form/select-field.ts';
import { organizationPage, type PageState } from '../frame/organization-page.ts';
import type { Problems } from '../frame/problem.ts';
import { SETTINGS, type Setting } from './setting-key.ts';

/** What was entered, by key: a text, or whether a box is checked. */
export type Entered = Readonly<Record<string, string | boolean | null>>;
export type SettingState = PageState & { readonly entered?: Entered; readonly fieldProblems?: Problems };

/** What an admin changes of the organization's record. */
export function settingsPage(visit: OrganizationVisit, state: SettingState): Html {
  const { frame, root, organization } = visit;
  const { entered, fieldProblems = {}, ...rest } = state;
  const isManager = mayManage(frame.person);
  const groups = Object.entries(SETTINGS).map(([title, settings]) => {
    const shown = settings.map((setting) => {
      const value = entered?.[setting.key] ?? setting.valueOf(organization);
      return isManager ? control(setting, value, fieldProblems[setting.key] ?? []) : fact(setting, value);
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
      title: 'Settings',
      lead: 'Subscription, services, second approvals, documents and members are changed by whoever runs this service.',
    },
    isManager
      ? html`<form method="post" action="${root}/settings">${token(frame)}${groups}<button type="submit">Save</button></form>`
      : html`${groups}<p class="small quiet">An admin can change this.</p>`,
  );
}

function control(
  { key, label, hint, control: how }: Setting,
  value: string | boolean | null,
  problems: readonly string[],
): Html {
  const more = hint === undefined ? {} : { hint };
  if (how.kind === 'flag') return checkField(key, label, value === true);
  const text = typeof value === 'string' ? value : '';
  if (how.kind === 'choice') return selectField({ name: key, label, options: how.options, ...more }, text, problems);
  return field({ name: key, label, kind: how.kind, maxLength: how.maxLength, ...more }, text, problems);
}

function fact({ label, control: how }: Setting, value: string | boolean | null): Html {
  const named = how.kind === 'choice' ? how.options.find((option) => option.value === value)?.label : undefined;
  const said = named ?? (typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? 'not given'));
  return html`<div><dt>${label}</dt><dd class="written">${said}</dd></div>`;
}
