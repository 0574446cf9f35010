import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';

/** In Firefox the request for a file of a listed site does not leave. */
export const MAY_STOP_FILES = !import.meta.env.FIREFOX;
const DOWNLOADS: { permissions: ['downloads'] } = { permissions: ['downloads'] };

/**
 * Whether files of listed sites are stopped, which the browser's permission for downloads decides; null until that is known.
 * `turn` is to be called in the task of a press and rejects where the person refuses.
 */
export function useStoppedFiles() {
  const [isStopped, setStopped] = useState<boolean | null>(null);
  useEffect(() => void browser.permissions.contains(DOWNLOADS).then(setStopped), []);
  const turn = async (isOn: boolean): Promise<void> => {
    const { permissions } = browser;
    if (isOn && !(await permissions.request(DOWNLOADS))) throw new Error(i18n.t('settings.stopFilesRefused'));
    if (!isOn) await permissions.remove(DOWNLOADS);
    setStopped(isOn);
  };
  return { isStopped, turn };
}
