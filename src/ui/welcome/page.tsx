import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '#i18n';
import { BRAND } from '../../organization/current.ts';
import type { Ask } from '../ask.ts';
import { Card } from '../component/card.tsx';
import { Icon } from '../component/icon.tsx';
import { LinkButton } from '../component/input/button.tsx';
import { Mark } from '../component/mark.tsx';
import { PrivateWindows } from '../component/private-windows.tsx';
import './page.css';

/** What a person reads once, after the extension was installed. */
export function WelcomePage({ ask }: { ask: Ask }) {
  const needsKey = useSignal(false);
  useEffect(() => {
    ask('settingsRead', {}).then(
      ({ keyIsSet }) => {
        needsKey.value = !keyIsSet.value;
      },
      // The popup and the settings say it when the background does not answer; there is nothing to do about it here.
      () => undefined,
    );
  }, []);
  const brand = BRAND.shortName;
  return (
    <main class="welcome">
      <Mark />
      <div>
        <h1 class="welcome-title">{i18n.t(needsKey.value ? 'welcome.titleSoon' : 'welcome.title', { brand })}</h1>
        <p class="quiet">{i18n.t('welcome.lead')}</p>
      </div>
      {needsKey.value && (
        <Card title={i18n.t('welcome.setUpTitle')}>
          <p>{i18n.t('welcome.setUp')}</p>
          <div>
            <LinkButton kind="primary" href={browser.runtime.getURL('/settings.html')}>
              {i18n.t('welcome.settings')}
            </LinkButton>
          </div>
        </Card>
      )}
      <ul class="welcome-points">
        {(['welcome.first', 'welcome.second', 'welcome.third'] as const).map((key) => (
          <li key={key}>
            <Icon name="done" />
            {i18n.t(key)}
          </li>
        ))}
      </ul>
      <div>
        <h2>{i18n.t('welcome.privacyTitle')}</h2>
        <p>{i18n.t('welcome.privacy')}</p>
      </div>
      <PrivateWindows />
      <div>
        <h2>{i18n.t('welcome.pinTitle')}</h2>
        <p>{i18n.t('welcome.pin', { brand })}</p>
      </div>
    </main>
  );
}
