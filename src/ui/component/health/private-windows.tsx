import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../../language/i18n.ts';
import { BRAND } from '../../../organization/current.ts';
import { Icon } from '../icon/icon.tsx';
import { Button } from '../input/button.tsx';
import { Notice } from '../notice.tsx';
import './protection.css';

/** Where a person lets the extension into private windows. Firefox lets no extension open the page of its add-ons. */
const PAGE = import.meta.env.FIREFOX ? null : `chrome://extensions/?id=${browser.runtime.id}`;

/** Whether the person has let the extension into private windows; true until the browser has said so. */
function useAllowed(): boolean {
  const [isAllowed, setAllowed] = useState(true);
  useEffect(() => void browser.extension.isAllowedIncognitoAccess().then(setAllowed), []);
  return isAllowed;
}

/** Says that private windows are not protected, and how to change that; nothing where they are. */
export function PrivateWindows() {
  const brand = BRAND.shortName;
  if (useAllowed()) return null;
  return (
    <Notice
      title={i18n.t('privateWindows.off')}
      action={
        PAGE && <Button onPress={() => void browser.tabs.create({ url: PAGE })}>{i18n.t('privateWindows.open')}</Button>
      }
    >
      <p>{i18n.t(PAGE ? 'privateWindows.how' : 'privateWindows.howInFirefox', { brand })}</p>
    </Notice>
  );
}

/** Opens the page on which a person lets the extension into private windows, or in Firefox the one that says how. */
export const openPrivateWindows = () =>
  void browser.tabs.create({ url: PAGE ?? browser.runtime.getURL('/welcome.html') });

const NOT_NEEDED = 'private-windows-not-needed';

/** The same in one line that leads to it, until the person says that they do not need it. */
export function PrivateWindowsLine() {
  const [isNeeded, setNeeded] = useState(localStorage.getItem(NOT_NEEDED) === null);
  if (useAllowed() || !isNeeded) return null;
  const dismiss = () => {
    localStorage.setItem(NOT_NEEDED, '');
    setNeeded(false);
  };
  return (
    <div class="protection">
      <Button kind="quiet" onPress={openPrivateWindows}>
        {i18n.t('privateWindows.off')}
      </Button>
      <Button kind="quiet" label={i18n.t('privateWindows.notNeeded')} onPress={dismiss}>
        <Icon name="remove" />
      </Button>
    </div>
  );
}
