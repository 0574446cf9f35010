import { browser } from 'wxt/browser';
import { i18n } from '#i18n';
import { BRAND } from '../../organization/current.ts';
import type { Ask } from '../ask.ts';
import { Icon } from '../component/icon.tsx';
import { Button, LinkButton } from '../component/input/button.tsx';
import { Notice } from '../component/notice.tsx';
import { PrivateWindowsLine } from '../component/private-windows.tsx';
import { HealthNotices } from '../health/notices.tsx';
import { checksInWords, protectionInWords } from '../words/health.ts';
import { countsInWords } from '../words/outbox.ts';
import { Organization, PortalLink } from './organization.tsx';
import type { Overview } from './overview.ts';
import { Site } from './site.tsx';
import { disputeOf, lookalikeIn, type View } from './view.ts';

type MainProps = {
  overview: Overview | null;
  /** The web address that the tab shows, also before the background has said anything about it. */
  url: string | null;
  problem: string | null;
  ask: Ask;
  /** The view that the person came back from: the way there takes the focus again. */
  from: View['name'];
  onShow: (view: View) => void;
  onChanged: () => Promise<void>;
};

/** The first view: this site, what can be done about it, and whether the protection works. */
export function Main({ overview, url, problem, ask, from, onShow, onChanged }: MainProps) {
  const now = Date.now();
  const lookalike = lookalikeIn(overview);
  return (
    <main class="popup">
      <header class="popup-head">
        <Organization overview={overview} />
        <Button kind="quiet" label={i18n.t('popup.settings')} onPress={() => void openSettings()}>
          <Icon name="settings" />
        </Button>
      </header>
      <div class="popup-body">
        <Site overview={overview} />
        <div class="popup-actions">
          <Button kind="primary" focused={from === 'report'} onPress={() => onShow({ name: 'report', url })}>
            {i18n.t(url !== null ? 'report.open' : 'report.openAny')}
          </Button>
          {lookalike !== null ? (
            <LinkButton kind="quiet" href={`https://${lookalike.original}/`}>
              {i18n.t('verdict.goToOriginal', { original: lookalike.original })}
            </LinkButton>
          ) : (
            <Button kind="quiet" focused={from === 'dispute'} onPress={() => onShow(disputeOf(overview))}>
              {i18n.t('popup.dispute')}
            </Button>
          )}
        </div>
        <Button kind="quiet" focused={from === 'outbox'} onPress={() => onShow({ name: 'outbox' })}>
          {overview ? countsInWords(overview.outbox) : i18n.t('outbox.title')}
          <Icon name="next" />
        </Button>
        {problem !== null && (
          <Notice tone="caution" title={i18n.t('popup.silent', { brand: BRAND.shortName })}>
            {i18n.t('popup.silentHint')}
          </Notice>
        )}
        {overview && <HealthNotices health={overview.health} ask={ask} onChanged={onChanged} />}
        <PrivateWindowsLine />
      </div>
      <footer class="popup-foot small quiet">
        <p>{overview ? protectionInWords(overview.health, now) : <span class="bone bone-line" />}</p>
        {overview ? (
          <PortalLink organization={overview.organization} otherwise={checksInWords(overview.health, now)} />
        ) : (
          <p>
            <span class="bone bone-line" />
          </p>
        )}
      </footer>
    </main>
  );
}

async function openSettings(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/settings.html') });
  window.close();
}
