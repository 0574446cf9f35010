import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import { textIn } from '../../organization/brand-text.ts';
import { BRAND } from '../../organization/current.ts';
import type { Health } from '../../protection/health/health.ts';
import { BrandLinks, Contact, HAS_CONTACT } from '../component/brand/links.tsx';
import { Mark } from '../component/brand/mark.tsx';
import { HealthNotices } from '../component/health/notices.tsx';
import { PrivateWindows } from '../component/health/private-windows.tsx';
import { Icon } from '../component/icon/icon.tsx';
import { LinkButton } from '../component/input/button.tsx';
import { useAsk } from '../page/ask.ts';
import { usePolling } from '../page/polling.ts';
import { MAY_STOP_FILES } from '../page/stopped-files.ts';
import { MarkedPicture, ReportedPicture, StoppedPicture } from './pictures.tsx';
import './page.css';

const REFRESH_INTERVAL_MS = 3_000;
const PIN_REFRESH_INTERVAL_MS = 1_000;
const POINTS = [
  { key: 'first', picture: StoppedPicture },
  { key: 'second', picture: MarkedPicture },
  { key: 'third', picture: ReportedPicture },
] as const;

const PERMISSIONS = ['see', 'change', 'keep', 'tell', ...(MAY_STOP_FILES ? (['files'] as const) : [])] as const;

/** What a person reads once, after the extension was installed. */
export function WelcomePage() {
  const ask = useAsk();
  const [health, setHealth] = useState<Health | null>(null);
  const read = () => ask('healthRead', {}).then(setHealth);
  // The popup and the settings say it when the background does not answer; there is nothing to do about it here.
  const isSilent = usePolling(read, REFRESH_INTERVAL_MS) !== null;
  const title = titleInWords(isSilent ? null : health);
  return (
    <main class="welcome sheet">
      <Mark />
      <div>
        <h1 class="page-title">{title}</h1>
        {BRAND.welcome ? (
          <p class="quiet">{textIn(BRAND.welcome, i18n.t('language'))}</p>
        ) : (
          health?.level === 'protected' && <p class="quiet">{i18n.t('welcome.lead')}</p>
        )}
      </div>
      {health && !isSilent && <HealthNotices problems={health.problems.slice(0, 1)} onChanged={read} />}
      <ul class="welcome-points">
        {POINTS.map(({ key, picture: Picture }) => (
          <li key={key}>
            <Picture />
            <h2>{i18n.t(`welcome.${key}`)}</h2>
            <p class="quiet">{i18n.t(`welcome.${key}Hint`)}</p>
          </li>
        ))}
      </ul>
      <section>
        <h2>{i18n.t('welcome.pinTitle')}</h2>
        <Pin />
      </section>
      <PrivateWindows />
      <section>
        <h2>{i18n.t('welcome.testTitle')}</h2>
        <p>{i18n.t('welcome.test')}</p>
        <LinkButton kind="primary" href={browser.runtime.getURL('/self-test.html')}>
          {i18n.t('selfTest.open')}
        </LinkButton>
      </section>
      <section>
        <h2>{i18n.t('welcome.privacyTitle')}</h2>
        <p>{i18n.t('welcome.privacy')}</p>
        <LinkButton href={`${browser.runtime.getURL('/settings.html')}#traffic`}>{i18n.t('welcome.record')}</LinkButton>
      </section>
      <section>
        <h2>{i18n.t('welcome.permissionsTitle')}</h2>
        <dl class="welcome-permissions">
          {PERMISSIONS.map((key) => (
            <div key={key}>
              <dt class="strong">{i18n.t(`welcome.permissions.${key}`)}</dt>
              <dd class="quiet">{i18n.t(`welcome.permissions.${key}Why`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      {(HAS_CONTACT || BRAND.links) && (
        <section>
          <h2>{i18n.t('settings.support')}</h2>
          <Contact label={i18n.t('welcome.support', { brand: BRAND.name })} />
          <BrandLinks />
        </section>
      )}
    </main>
  );
}

/** How well the person is protected, as the rest of the page says it; the brand's name until that is known. */
function titleInWords(health: Health | null): string {
  const brand = BRAND.shortName;
  if (!health) return brand;
  if (health.level === 'protected') return i18n.t('welcome.title', { brand });
  if (health.level === 'reduced') return i18n.t('toolbar.reduced', { brand });
  // The first list arrives by itself; everything else takes the person.
  return i18n.t(health.problems[0]?.kind === 'list-missing' ? 'welcome.titleSoon' : 'toolbar.unprotected', { brand });
}

/** How to keep the icon in sight; once it is, that it is. Older browsers do not tell. */
function Pin() {
  const [isPinned, setPinned] = useState(false);
  usePolling(async () => {
    const settings = await browser.action.getUserSettings?.();
    setPinned(settings?.isOnToolbar === true);
  }, PIN_REFRESH_INTERVAL_MS);
  const brand = BRAND.shortName;
  return (
    <div role="status">
      {isPinned ? (
        <p class="welcome-done">
          <Icon name="done" />
          {i18n.t('welcome.pinned', { brand })}
        </p>
      ) : (
        <p>{i18n.t('welcome.pin', { brand })}</p>
      )}
    </div>
  );
}
