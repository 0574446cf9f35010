import { html, raw } from 'hono/html';
import { isTelling, scamKindOf } from '../../../api/report/scam-kind.ts';
import type { Asset } from '../../../asset/type.ts';
import { textKey } from '../../../language/text-key.ts';
import type { AssetCheck } from '../../feature/asset/check.ts';
import { apart, assetInWords, reasonWord, shownContent } from '../../page/asset-word.ts';
import { type FieldSpec, field } from '../../page/field.ts';
import type { Html, Words } from '../../page/words.ts';
import { type Portal, portalPage } from '../page.ts';
import { FIELD_SCRIPT } from './field-script.ts';

export const MAX_CHECKED = 10_000;

/** What the form was sent with, and what came of it. */
export type CheckState = {
  readonly text: string;
  readonly problem?: Html;
  /** Each thing that the text names, with the verdict on it. */
  readonly checked?: readonly { readonly asset: Asset; readonly check: AssetCheck }[];
};

/** The page on which a visitor checks what somebody sent them. */
export function checkPage(portal: Portal, { text, problem, checked }: CheckState = { text: '' }): Html {
  const { words, root } = portal;
  const { name } = portal.identity;
  const asked: FieldSpec = {
    name: 'text',
    label: words.t('check.label'),
    hint: words.t('portal.check.hint', { name }),
    kind: 'lines',
    required: true,
    maxLength: MAX_CHECKED,
    secret: words.word('check.secret'),
  };
  return portalPage(
    portal,
    'check',
    words.t('portal.check.title'),
    html`<div class="lead"><h1>${words.t('portal.check.title')}</h1>
<p class="quiet">${words.t('portal.check.intro')}</p></div>
${checked === undefined ? '' : results(portal, checked)}
<form class="card" method="post" action="${words.href(`${root}/check`)}">${field(asked, text, problem ? [problem] : [])}
<button type="submit">${words.t('check.check')}</button></form>
<script type="module">${raw(FIELD_SCRIPT)}</script>`,
  );
}

function results({ words, identity }: Portal, checked: NonNullable<CheckState['checked']>): Html {
  if (checked.length === 0)
    return html`<p class="notice" role="status">${words.t('check.nothingKnown', { brand: identity.name })}</p>`;
  return html`<section class="card" role="status"><h2>${words.t('check.found')}</h2>
<ul class="rows">${checked.map(
    ({ asset, check }) => html`<li><p class="small quiet">${assetInWords(words, asset)}</p>
<p class="mono">${apart(shownContent(asset.type, asset.content))}</p>
${check.status === 'BLOCKED' ? listed(words, asset, check) : html`<p class="strong">${words.t('verdict.clear')}</p>`}</li>`,
  )}</ul></section>`;
}

function listed(words: Words, { type }: Asset, { deciding }: AssetCheck): Html {
  const reason = deciding?.reason ?? '';
  const kind = textKey(scamKindOf(reason));
  const isAddress = type === 'ADDRESS';
  return html`<div class="notice danger"><p class="strong">${words.t(isAddress ? `marks.scam.${kind}.title` : `scam.${kind}.title`)}</p>
<p>${words.t(isAddress ? `marks.scam.${kind}.advice` : `scam.${kind}.consequence`)}</p>
${isTelling(reason) ? html`<p class="small quiet">${words.t('verdict.reportedAs', { reason: reasonWord(reason, words) })}</p>` : ''}</div>`;
}
