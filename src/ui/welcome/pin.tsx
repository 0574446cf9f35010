import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '#i18n';
import { BRAND } from '../../organization/current.ts';
import { Icon } from '../component/icon.tsx';

const REFRESH_MS = 1_000;

/** How to keep the icon in sight; once it is, that it is. Older browsers do not tell. */
export function Pin() {
  const pinned = useSignal(false);
  useEffect(() => {
    const read = async () => {
      const settings = await browser.action.getUserSettings?.();
      pinned.value = settings?.isOnToolbar === true;
    };
    void read();
    const timer = setInterval(() => void read(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const brand = BRAND.shortName;
  return (
    <div role="status">
      {pinned.value ? (
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
