import { html } from 'hono/html';
import { type Brand, organizationBrands } from '../../../../api/organization/brand.ts';
import type { TextKey } from '../../../../language/catalogue.ts';
import type { Words } from '../../../portal/language/words.ts';
import type { Gate } from '../../gate.ts';
import { apartList, type Html } from '../../page.ts';
import { emptyCard, linked, organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet } from '../visit.ts';

/** The brands of an organization. */
export function brandRoutes(gate: Gate): void {
  organizationGet(gate, '/brands', async (visit) => {
    const { brands } = await visit.call(organizationBrands, { query: { slug: visit.organization.slug } });
    return { page: brandsPage(visit, brands) };
  });
}

/** The brands of an organization, which scans and detection know. */
function brandsPage(visit: OrganizationVisit, brands: readonly Brand[]): Html {
  const { words } = visit.frame;
  return organizationPage(
    visit,
    '/brands',
    { lead: words.t('desk.organization.brand.lead') },
    brands.length === 0
      ? emptyCard(words.t('desk.organization.brand.none'), words.t('desk.organization.brand.noneHint'))
      : html`${brands.map((brand) => card(words, brand))}`,
  );
}

function card(words: Words, brand: Brand): Html {
  const none = words.t('desk.organization.overview.none');
  const { letterOfAuthorization, powerOfAttorney } = brand.legalDocuments;
  const documents = [letterOfAuthorization, powerOfAttorney].filter(({ present }) => present);
  const facts: [TextKey, Html | string][] = [
    [
      'desk.organization.detection.terms',
      brand.includedTerms.length === 0 ? none : apartList(words, brand.includedTerms),
    ],
    [
      'desk.organization.brand.notMeant',
      brand.excludedTerms.length === 0
        ? words.t('desk.organization.brand.nothing')
        : apartList(words, brand.excludedTerms),
    ],
    ['desk.organization.brand.tickers', brand.tickers.length === 0 ? none : apartList(words, brand.tickers)],
    [
      'desk.organization.overview.website',
      brand.websiteUrl === null ? none : linked(brand.websiteUrl, brand.websiteUrl),
    ],
    [
      'desk.organization.overview.handle',
      brand.twitterHandle === null ? none : html`<bdi>${brand.twitterHandle}</bdi>`,
    ],
    [
      'desk.organization.brand.documents',
      documents.length === 0
        ? none
        : html`${documents.map(({ fileName, fileUrl }) => html`${linked(fileUrl, fileName ?? words.word('desk.organization.brand.document'))} `)}`,
    ],
    [
      'desk.organization.brand.trademarks',
      brand.trademarkRegistrations.length === 0
        ? words.t('desk.organization.brand.noneOnFile')
        : apartList(
            words,
            brand.trademarkRegistrations.map(
              ({ brandName, trademarkOffice, registrationNumber }) =>
                `${brandName} (${trademarkOffice} ${registrationNumber})`,
            ),
          ),
    ],
  ];
  return html`<section class="card facts"><div class="row-head"><h2><bdi>${brand.name}</bdi></h2>
<span class="small quiet"><bdi>${brand.slug}</bdi> · ${words.t(brand.type === 'INDIVIDUAL' ? 'desk.organization.brand.person' : 'desk.organization.brand.organization')}${brand.useOrganizationDocs ? html` · ${words.t('desk.organization.brand.sharedDocuments')}` : ''}</span></div>
<dl>${facts.map(([name, value]) => html`<div><dt>${words.t(name)}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}
