import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../../language/i18n.ts';
import { BRAND } from '../../../organization/current.ts';
import { Button } from '../input/button.tsx';
import { Notice } from '../notice.tsx';

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
  // Firefox lets no extension open the page of its add-ons.
  const page = import.meta.env.FIREFOX ? null : `chrome://extensions/?id=${browser.runtime.id}`;
  return (
    <Notice
      title={i18n.t('privateWindows.off')}
      action={
        page && (
          <Button onPress={() => void browser.tabs.create({ url: page })}>
            {i18n.t('privateWindows.open', { brand })}
          </Button>
        )
      }
    >
      <p>{i18n.t(page ? 'privateWindows.how' : 'privateWindows.howInFirefox', { brand })}</p>
    </Notice>
  );
}

/** The same in one line that leads to it. */
export function PrivateWindowsLine() {
  if (useAllowed()) return null;
  return (
    <Button kind="quiet" onPress={() => void browser.tabs.create({ url: browser.runtime.getURL('/welcome.html') })}>
      {i18n.t('privateWindows.off')}
    </Button>
  );
}
