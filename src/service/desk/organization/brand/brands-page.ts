import { html } from 'hono/html';
import type { Brand } from '../../../../api/organization/brand.ts';
import type { Html } from '../../page.ts';
import type { OrganizationVisit } from '../access/visit.ts';
import { emptyCard, organizationPage } from '../frame/organization-page.ts';
import { linked } from '../overview/overview-page.ts';

/** The brands of an organization, which scans and detection know. */
export function brandsPage(visit: OrganizationVisit, brands: readonly Brand[]): Html {
  return organizationPage(
    visit,
    '/brands',
    {
      title: 'Brands',
      lead: 'What scans and detection know as yours. Whoever runs this service adds and removes brands.',
    },
    brands.length === 0
      ? emptyCard('There is no brand.', 'Ask whoever runs this service to make one, with its terms and its website.')
      : html`${brands.map(card)}`,
  );
}

function card(brand: Brand): Html {
  const { letterOfAuthorization, powerOfAttorney } = brand.legalDocuments;
  const documents = [letterOfAuthorization, powerOfAttorney].filter(({ present }) => present);
  const facts: [string, Html | string][] = [
    ['Terms', brand.includedTerms.join(', ') || 'none'],
    ['Not meant', brand.excludedTerms.join(', ') || 'nothing'],
    ['Tickers', brand.tickers.join(', ') || 'none'],
    ['Website', brand.websiteUrl === null ? 'none' : linked(brand.websiteUrl, brand.websiteUrl)],
    ['Handle', brand.twitterHandle ?? 'none'],
    [
      'Documents',
      documents.length === 0
        ? 'none'
        : html`${documents.map(({ fileName, fileUrl }) => html`${linked(fileUrl, fileName ?? 'Document')} `)}`,
    ],
    [
      'Trademarks',
      brand.trademarkRegistrations
        .map(
          ({ brandName, trademarkOffice, registrationNumber }) =>
            `${brandName} (${trademarkOffice} ${registrationNumber})`,
        )
        .join(', ') || 'none on file',
    ],
  ];
  return html`<section class="card facts"><div class="row-head"><h2>${brand.name}</h2>
<span class="small quiet">${brand.slug} · ${brand.type === 'INDIVIDUAL' ? 'a person' : 'an organization'}${brand.useOrganizationDocs ? ' · documents of the organization' : ''}</span></div>
<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}
