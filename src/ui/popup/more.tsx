import type { ComponentChildren } from 'preact';
import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import { PAUSE_LENGTHS, type PauseLength } from '../../protection/pause/pause.ts';
import { openPrivateWindows } from '../component/health/private-windows.tsx';
import { Icon, type IconName } from '../component/icon/icon.tsx';
import { Button } from '../component/input/button.tsx';
import { useAction } from '../page/action.ts';
import { useAsk } from '../page/ask.ts';
import { hostOf, type TabProps } from './view.ts';

type MoreProps = Pick<TabProps, 'tabId' | 'url' | 'onChanged'> & {
  mayPause: boolean;
  onClose: () => void;
};

/** What is needed now and then: to pause the protection, and the ways to other pages of the extension. */
export function More({ tabId, url, mayPause, onChanged, onClose }: MoreProps) {
  const ask = useAsk();
  const { problem, isBusy, press } = useAction();
  const pause = async (length: PauseLength) => {
    await ask('pauseWrite', { tabId, length });
    await onChanged();
    onClose();
  };
  const row = (icon: IconName, label: string, onPress: () => void): ComponentChildren => (
    <Button kind="row" busy={isBusy} onPress={onPress}>
      <Icon name={icon} />
      <span>{label}</span>
    </Button>
  );
  const lengths = PAUSE_LENGTHS.filter((length) => mayPause && (length === 'everywhere' || hostOf(url) !== ''));
  return (
    <div class="popup-rows popup-more">
      {lengths.map((length) => row('pause', i18n.t(`popup.pause.${length}`), () => void press(() => pause(length))))}
      {problem !== null && (
        <p class="small" role="alert">
          {problem}
        </p>
      )}
      {row('settings', i18n.t('popup.settings'), () => open('/settings.html'))}
      {row('done', i18n.t('selfTest.open'), () => open('/self-test.html'))}
      {row('private', i18n.t('popup.pause.privateWindows'), openPrivateWindows)}
    </div>
  );
}

async function open(path: string): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL(path as '/') });
  window.close();
}
