import type { BareChromium, BareTab } from './devtools.ts';

/**
 * Ends the worker and waits until its process is gone: what half a minute of idling leaves behind. No page of the extension may
 * be open. A late event may wake the worker again, so it is ended again then.
 * @throws Error where the process is still there after 20 s
 */
export async function endExtensionProcess(browser: BareChromium, tab: BareTab): Promise<void> {
  await tab.send('ServiceWorker.enable');
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (attempt % 40 === 0) await tab.send('ServiceWorker.stopAllWorkers');
    if (browser.extensionProcesses.length === 0) return void (await tab.send('ServiceWorker.disable'));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The extension's process did not end within 20 s");
}
