import { html } from 'hono/html';
import type { OwnAsset } from '../../../feature/organization-asset/page.ts';
import { dayText } from '../../../portal/page/calendar.ts';
import { field } from '../../../portal/page/field.ts';
import { badges } from '../../badge.ts';
import { type Html, token } from '../../page.ts';
import { mayManage } from '../../person.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { selectField } from '../form/select-field.ts';
import { organizationPage, type PageState } from '../frame/organization-page.ts';
import type { Problems } from '../frame/problem.ts';
import { contentText, typeWord } from '../word.ts';
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
      lead: `${typeWord(asset.type)} · added ${dayText(new Date(asset.createdAt))}`,
    },
    html`${badges([isOwned ? { text: 'proven to be yours', tone: 'ok' } : { text: 'not proven yet' }])}
${proof === undefined ? '' : proofCard(proof)}
${
  mayManage(frame.person)
    ? html`${isOwned ? '' : html`<form class="inline" method="post" action="${path}/proof">${token(frame)}<button class="plain" type="submit">Look for the proof</button></form>`}
<form class="card" method="post" action="${path}">${token(frame)}
${field({ name: 'name', label: 'Name', kind: 'text', maxLength: 255 }, shown.name, fieldProblems.name ?? [])}
${field({ name: 'description', label: 'Description', kind: 'prose', maxLength: 10_000 }, shown.description, fieldProblems.description ?? [])}
${selectField({ name: 'group', label: 'Group', options: groupOptions(groups, { value: '', label: 'None' }) }, shown.group, fieldProblems.groupId)}
<button type="submit">Save</button></form>
<form class="inline" method="post" action="${path}/remove">${token(frame)}<button class="plain" type="submit">Remove it</button></form>`
    : html`<section class="card"><p class="written">${asset.description ?? 'No description.'}</p><p class="small quiet">An admin can change it.</p></section>`
}
<p><a href="${root}/assets">All of your assets</a></p>`,
  );
}

const proofCard = (proof: Proof | null): Html =>
  proof === null
    ? html`<section class="notice" role="status"><p>Only sites can be proven from here. Whoever runs this service confirms the rest.</p></section>`
    : html`<section class="notice facts" role="status"><h2>The proof was not found</h2>
<p>Put this text into a TXT record, or as a line into the file, then look again:</p>
<dl><div><dt>Text</dt><dd class="mono">${proof.value}</dd></div><div><dt>TXT record of</dt><dd class="mono">${proof.dnsName}</dd></div>
<div><dt>Or the file</dt><dd class="mono">${proof.fileUrl}</dd></div></dl></section>`;
