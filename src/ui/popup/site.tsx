import { i18n } from '#i18n';
import { Badge } from '../component/badge.tsx';
import { Host } from '../component/host.tsx';
import { Icon, TONE_ICONS } from '../component/icon.tsx';
import { numberInWords } from '../words/locale.ts';
import { listingInWords, toneOf, verdictInWords } from '../words/verdict.ts';
import type { Overview } from './overview.ts';
import { lookalikeIn } from './view.ts';

/** The site of the tab: its host, what is known about it, and what was found on the page. */
export function Site({ overview }: { overview: Overview | null }) {
  if (!overview)
    return (
      <section class="site" aria-busy="true">
        <h1 class="visually-hidden">{i18n.t('verdict.checking')}</h1>
        <span class="bone bone-title" />
        <span class="bone bone-line" />
        <span class="bone bone-line" />
      </section>
    );
  const { url, verdict, findings } = overview;
  const official = verdict?.kind === 'clear' ? overview.official : null;
  const host = url !== null && URL.canParse(url) ? new URL(url).hostname : '';
  const lookalike = lookalikeIn(overview);
  const tone = official !== null ? 'ok' : lookalike !== null ? 'caution' : toneOf(verdict);
  return (
    <section class={`site tone-${tone}`}>
      <h1 class="site-host">{host === '' ? verdictInWords(null) : <Host host={host} />}</h1>
      {host === '' ? (
        <p class="quiet">{i18n.t('verdict.noneHint')}</p>
      ) : (
        <p class="site-verdict" role="status">
          {tone !== 'plain' && <Icon name={TONE_ICONS[tone]} />}
          {official !== null
            ? i18n.t('verdict.official', { name: official })
            : lookalike !== null
              ? i18n.t('verdict.lookalike', { original: lookalike.original })
              : verdictInWords(verdict)}
        </p>
      )}
      {(official !== null || lookalike !== null) && <p class="small quiet">{verdictInWords(verdict)}</p>}
      {lookalike !== null && <p class="small quiet">{i18n.t('verdict.lookalikeHint', { brand: lookalike.brand })}</p>}
      {verdict && (verdict.kind === 'blocked' || verdict.kind === 'permitted') && (
        <p class="small quiet">{listingInWords(verdict, Date.now())}</p>
      )}
      {verdict?.kind === 'off' && <p class="small quiet">{i18n.t('verdict.offHint')}</p>}
      {host !== '' && verdict?.kind !== 'blocked' && <Findings {...findings} />}
    </section>
  );
}

function Findings({ found, blocked }: Overview['findings']) {
  if (found === 0) return <p class="small quiet">{i18n.t('findings.none')}</p>;
  return (
    <p class="small quiet">
      {i18n.t('findings.found', found, [numberInWords(found)])}
      {blocked > 0 && (
        <>
          {i18n.t('list.separator')}
          <Badge tone="danger">{i18n.t('findings.blocked', blocked, [numberInWords(blocked)])}</Badge>
        </>
      )}
    </p>
  );
}
