import { html } from 'hono/html';
import type { OwnAsset } from '../../../feature/organization-asset/page.ts';
import type { Words } from '../../../language/words.ts';
import { field } from '../../../portal/page/field.ts';
import { badges } from '../../badge.ts';
import { contentText, typeWord } from '../../language/word.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { selectField } from '../form/select-field.ts';
import { organizationPage, type PageState } from '../frame/organization-page.ts';
import type { Problems } from '../frame/problem.ts';
import { type Groups, groupOptions } from './assets-page.ts';

export type Proof = { readonly value: string; readonly dnsName: string; readonly fileUrl: string };
export type AssetDraft = { readonly name: string; readonly description: string; readonly group: string };
export type AssetState = PageState & {
  readonly draft?: AssetDraft;
  readonly fieldProblems?: Problems;
  /** What was looked for and not found: null where nothing can be looked for. */
  readonly proof?: Proof | null;
};

/** One asset of an organization: what it is called, whose it is proven to be, and what is done with it. */
export function assetPage(visit: OrganizationVisit, asset: OwnAsset, groups: Groups, state: AssetState): Html {
  const { draft, fieldProblems = {}, proof, ...rest } = state;
  const { frame, root } = visit;
  const { words } = frame;
  const path = `${root}/assets/${asset.id}`;
  const isOwned = asset.ownership === 'OWNED';
  const shown = draft ?? {
    name: asset.name ?? '',
    description: asset.description ?? '',
    group: String(asset.groupId ?? ''),
  };
  return organizationPage(
    visit,
    '/assets',
    {
      ...rest,
      problems: [...(rest.problems ?? []), ...(fieldProblems.general ?? [])],
      title: contentText(asset),
      lead: html`${typeWord(words, asset.type)} · ${words.t('desk.organization.asset.added', { date: words.day(new Date(asset.createdAt)) })}`,
    },
    html`${badges([isOwned ? { text: words.t('desk.organization.asset.isProven'), tone: 'ok' } : { text: words.t('desk.organization.asset.notProven') }])}
${proof === undefined ? '' : proofCard(words, proof)}
${
  mayManage(frame.person)
    ? html`${isOwned ? '' : html`<form class="inline" method="post" action="${path}/proof">${token(frame)}<button class="plain" type="submit">${words.t('desk.organization.asset.look')}</button></form>`}
<form class="card" method="post" action="${path}">${token(frame)}
${field({ name: 'name', label: words.t('desk.organization.name'), kind: 'text', maxLength: 255 }, shown.name, fieldProblems.name ?? [])}
${field({ name: 'description', label: words.t('desk.organization.description'), kind: 'prose', maxLength: 10_000 }, shown.description, fieldProblems.description ?? [])}
${selectField({ name: 'group', label: words.t('desk.organization.asset.group'), options: groupOptions(groups, { value: '', label: words.word('desk.organization.asset.groupNone') }) }, shown.group, fieldProblems.groupId)}
<button type="submit">${words.t('desk.organization.save')}</button></form>
<form class="inline" method="post" action="${path}/remove">${token(frame)}<button class="plain" type="submit">${words.t('desk.organization.asset.remove')}</button></form>`
    : html`<section class="card"><p class="written" dir="auto">${asset.description ?? words.t('desk.organization.asset.noDescription')}</p><p class="small quiet">${words.t('desk.organization.adminChanges')}</p></section>`
}
<p><a href="${root}/assets">${words.t('desk.organization.asset.all')}</a></p>`,
  );
}

const proofCard = (words: Words, proof: Proof | null): Html =>
  proof === null
    ? html`<section class="notice" role="status"><p>${words.t('desk.organization.asset.sitesAlone')}</p></section>`
    : html`<section class="notice facts" role="status"><h2>${words.t('desk.organization.asset.notFound')}</h2>
<p>${words.t('desk.organization.asset.put')}</p>
<dl><div><dt>${words.t('desk.organization.asset.text')}</dt><dd class="mono">${proof.value}</dd></div><div><dt>${words.t('desk.organization.asset.record')}</dt><dd class="mono">${proof.dnsName}</dd></div>
<div><dt>${words.t('desk.organization.asset.file')}</dt><dd class="mono">${proof.fileUrl}</dd></div></dl></section>`;
