import { html } from 'hono/html';
import type { DetectionConfig } from '../../../../api/threat/detection.ts';
import type { Words } from '../../../language/words.ts';
import { agoText } from '../../language/moment.ts';
import { headWord } from '../../language/word.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { organizationPage, type PageState } from '../frame/organization-page.ts';
import type { Problems } from '../frame/problem.ts';
import { type ConfigDraft, configForm, type Preview, previewCard, sourceText } from './config-form.ts';

export type ConfigState = PageState & {
  readonly draft: ConfigDraft;
  readonly fieldProblems?: Problems;
  readonly preview?: Preview;
};

/** One detection config, or a new one: what it says, and what is done with it. */
export function configPage(visit: OrganizationVisit, config: DetectionConfig | null, state: ConfigState): Html {
  const { draft, fieldProblems = {}, preview, ...rest } = state;
  const { words } = visit.frame;
  const path = `${visit.root}/detection/${config === null ? 'new' : config.id}`;
  const isManager = mayManage(visit.frame.person);
  return organizationPage(
    visit,
    '/detection',
    {
      ...rest,
      title: config === null ? words.t('desk.organization.detection.more') : config.name,
      problems: [...(rest.problems ?? []), ...(fieldProblems.general ?? [])],
      lead: config === null ? '' : standing(visit, config),
    },
    html`${preview === undefined ? '' : previewCard(words, preview)}
${isManager ? configForm(visit, path, `${path}/preview`, draft, fieldProblems) : reading(words, draft)}
${config !== null && isManager ? actions(visit, path, config) : ''}
<p><a href="${visit.root}/detection">${words.t('desk.organization.detection.all')}</a></p>`,
  );
}

const standing = ({ frame }: OrganizationVisit, { lastRunAt, lastResultCount }: DetectionConfig): Html =>
  lastRunAt === null
    ? frame.words.t('desk.organization.detection.itNeverRan')
    : frame.words.t('desk.organization.detection.itRan', {
        when: agoText(frame, new Date(lastRunAt)),
        number: lastResultCount ?? 0,
      });

const reading = (words: Words, { source, terms, schedule, isEnabled }: ConfigDraft): Html =>
  html`<section class="card facts"><dl><div><dt>${words.t('desk.organization.detection.where')}</dt><dd>${sourceText(words, source)}</dd></div>
<div><dt>${words.t('desk.organization.detection.terms')}</dt><dd class="mono">${terms.split('\n').join(', ')}</dd></div>
<div><dt>${words.t('desk.organization.detection.often')}</dt><dd>${isEnabled ? headWord(words, schedule) : words.t('desk.organization.detection.isOff')}</dd></div></dl>
<p class="small quiet">${words.t('desk.organization.adminChanges')}</p></section>`;

const actions = ({ frame }: OrganizationVisit, path: string, { enabled }: DetectionConfig): Html =>
  html`<div class="buttons">${
    enabled
      ? html`<form class="inline" method="post" action="${path}/run">${token(frame)}<button class="plain" type="submit">${frame.words.t('desk.organization.detection.run')}</button></form>`
      : ''
  }
<form class="inline" method="post" action="${path}/delete">${token(frame)}<button class="plain" type="submit">${frame.words.t('desk.organization.detection.delete')}</button></form></div>`;
