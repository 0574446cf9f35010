import { html } from 'hono/html';
import { BRAND_TYPES, type Brand, organizationBrands } from '../../../../api/organization/brand.ts';
import { createBrand, removeBrand } from '../../../feature/organization/brand/brand.ts';
import { buttonForm, type FormFields, linesOf } from '../../../page/form.ts';
import { apartList, emptyCard, facts } from '../../../page/list.ts';
import { headWord } from '../../../page/value-word.ts';
import type { Html } from '../../../page/words.ts';
import type { Answer, Gate } from '../../gate.ts';
import type { PageState } from '../../page.ts';
import { isOperator } from '../../person.ts';
import { doneText, endRoute, formCard, operatorForm, say } from '../kit.ts';
import { linked, organizationPage } from '../page.ts';
import { type OrganizationVisit, organizationGet } from '../visit.ts';

const short = { kind: 'text', maxLength: 2_048 } as const;
const lines = { kind: 'lines', maxLength: 4_000 } as const;
const FIELDS: FormFields = {
  slug: { ...short, label: 'desk.organization.brand.slug', hint: 'desk.organization.brand.slugHint', required: true },
  name: { ...short, label: 'desk.organization.name' },
  type: {
    ...{ kind: 'select', label: 'desk.organization.brand.type' },
    options: (words) => BRAND_TYPES.map((value) => ({ value, label: headWord(words, value) })),
  },
  terms: { ...lines, label: 'desk.organization.detection.terms' },
  notMeant: { ...lines, label: 'desk.organization.brand.notMeant' },
  tickers: { ...lines, label: 'desk.organization.brand.tickers' },
  colors: { ...lines, label: 'desk.organization.brand.colors', hint: 'desk.organization.brand.colorsHint' },
  website: { ...short, label: 'desk.organization.overview.website' },
  handle: { ...short, label: 'desk.organization.setting.handle' },
  avatar: { ...short, label: 'desk.organization.brand.avatar' },
  ownDocuments: { kind: 'flag', label: 'desk.organization.brand.ownDocuments' },
};

/** The brands of an organization, which scans and detection know. */
export function brandRoutes(gate: Gate): void {
  organizationGet(gate, '/brands', (visit) => show(visit, { done: doneText(visit, { saved: 'saved' }) }));
  operatorForm(gate, '/brands', FIELDS, show, async (transaction, visit, entered) => {
    const { terms, notMeant, tickers, colors, ownDocuments, ...texts } = entered;
    await createBrand(transaction, visit.organization.id, {
      ...texts,
      ...{ terms: linesOf(terms), notMeant: linesOf(notMeant), tickers: linesOf(tickers), colors: linesOf(colors) },
      ownDocuments: ownDocuments === 'yes',
    });
    await visit.record(transaction, 'deskBrandCreate', { brand: entered.slug });
  });
  endRoute(
    gate,
    '/brands/:brand{[a-z0-9-]+}/remove',
    '/brands',
    'brand.remove',
    async ({ context }) => {
      const brand = context.req.param('brand') ?? '';
      return { brand, back: '/brands', blanks: { name: brand } };
    },
    (visit, { brand }) =>
      visit.database.transaction(async (transaction) => {
        if (!isOperator(visit.person)) return;
        await removeBrand(transaction, visit.organization.id, brand);
        await visit.record(transaction, 'deskBrandRemove', { brand });
      }),
    '/brands?done=saved',
  );
}

async function show(visit: OrganizationVisit, state: PageState): Promise<Answer> {
  const { brands } = await visit.ask(organizationBrands, {});
  const form = isOperator(visit.person)
    ? formCard(visit, '/brands', FIELDS, state, { title: 'brand.new', button: 'brand.make' })
    : '';
  const all =
    brands.length === 0
      ? emptyCard(say(visit, 'brand.none'), say(visit, 'brand.noneHint'))
      : html`${brands.map((brand) => card(visit, brand))}`;
  return {
    page: organizationPage(visit, '/brands', { ...state, lead: say(visit, 'brand.lead') }, html`${all}${form}`),
  };
}

function card(visit: OrganizationVisit, brand: Brand): Html {
  const { words } = visit.frame;
  const none = say(visit, 'overview.none');
  const documents = Object.values(brand.legalDocuments).filter(({ present }) => present);
  const texts = (all: readonly string[], other = none) => (all.length === 0 ? other : apartList(words, all));
  const trademarks = brand.trademarkRegistrations.map(
    ({ brandName, trademarkOffice, registrationNumber }) => `${brandName} (${trademarkOffice} ${registrationNumber})`,
  );
  const remove = isOperator(visit.person)
    ? buttonForm(`${visit.root}/brands/${brand.slug}/remove`, say(visit, 'brand.remove'), { about: brand.name })
    : '';
  return html`<section class="card facts"><div class="row-head"><h2><bdi>${brand.name}</bdi></h2>
<span class="small quiet"><bdi>${brand.slug}</bdi> · ${say(visit, brand.type === 'INDIVIDUAL' ? 'brand.person' : 'brand.organization')}${brand.useOrganizationDocs ? html` · ${say(visit, 'brand.sharedDocuments')}` : ''}</span></div>
${facts([
  [say(visit, 'detection.terms'), texts(brand.includedTerms)],
  [say(visit, 'brand.notMeant'), texts(brand.excludedTerms, say(visit, 'brand.nothing'))],
  [say(visit, 'brand.tickers'), texts(brand.tickers)],
  [say(visit, 'overview.website'), brand.websiteUrl === null ? none : linked(brand.websiteUrl, brand.websiteUrl)],
  [say(visit, 'overview.handle'), brand.twitterHandle === null ? none : html`<bdi>${brand.twitterHandle}</bdi>`],
  [
    say(visit, 'brand.documents'),
    documents.length === 0
      ? none
      : html`${documents.map(({ fileName, fileUrl }) => html`${linked(fileUrl, fileName ?? words.word('desk.organization.brand.document'))} `)}`,
  ],
  [say(visit, 'brand.trademarks'), texts(trademarks, say(visit, 'brand.noneOnFile'))],
])}${remove}</section>`;
}
