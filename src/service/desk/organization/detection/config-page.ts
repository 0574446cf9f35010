import { html } from 'hono/html';
import type { DetectionConfig } from '../../../../api/threat/detection.ts';
import { numberText } from '../../../portal/page/calendar.ts';
import { agoText } from '../../language/moment.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { organizationPage, type PageState } from '../frame/organization-page.ts';
import type { Problems } from '../frame/problem.ts';
import { word } from '../word.ts';
import { type ConfigDraft, configForm, type Preview, previewCard, sourceText } from './config-form.ts';

export type ConfigState = PageState & {
  readonly draft: ConfigDraft;
  readonly fieldProblems?: Problems;
  readonly preview?: Preview;
};

/** One detection config, or a new one: what it says, and what is done with it. */
export function configPage(visit: OrganizationVisit, config: DetectionConfig | null, state: ConfigState): Html {
  const { draft, fieldProblems = {}, preview, ...rest } = state;
  const path = `${visit.root}/detection/${config === null ? 'new' : config.id}`;
  const isManager = mayManage(visit.frame.person);
  return organizationPage(
    visit,
    '/detection',
    {
      ...rest,
      title: config === null ? 'Look for more' : config.name,
      problems: [...(rest.problems ?? []), ...(fieldProblems.general ?? [])],
      lead: config === null ? '' : standing(visit, config),
    },
    html`${preview === undefined ? '' : previewCard(preview)}
${isManager ? configForm(visit, path, `${path}/preview`, draft, fieldProblems) : reading(draft)}
${config !== null && isManager ? actions(visit, path, config) : ''}
<p><a href="${visit.root}/detection">All that is looked for</a></p>`,
  );
}

const standing = ({ frame }: OrganizationVisit, { lastRunAt, lastResultCount }: DetectionConfig): string =>
  lastRunAt === null
    ? 'It never ran.'
    : `It ran ${agoText(frame, new Date(lastRunAt))} and found ${numberText(lastResultCount ?? 0)}.`;

const reading = ({ source, terms, schedule, isEnabled }: ConfigDraft): Html =>
  html`<section class="card facts"><dl><div><dt>Where it looks</dt><dd>${sourceText(source)}</dd></div>
<div><dt>Terms</dt><dd class="mono">${terms.split('\n').join(', ')}</dd></div>
<div><dt>How often</dt><dd>${isEnabled ? word(schedule) : 'It is off'}</dd></div></dl>
<p class="small quiet">An admin can change it.</p></section>`;

const actions = ({ frame }: OrganizationVisit, path: string, { enabled }: DetectionConfig): Html =>
  html`<div class="buttons">${
    enabled
      ? html`<form class="inline" method="post" action="${path}/run">${token(frame)}<button class="plain" type="submit">Run it now</button></form>`
      : ''
  }
<form class="inline" method="post" action="${path}/delete">${token(frame)}<button class="plain" type="submit">Delete it</button></form></div>`;
