import { type BareChromium, BareTab } from '../../bench/devtools.ts';

type Target = { targetId: string; url: string; browserContextId: string };

/** Lets an unpacked extension run in private windows, as a person does on the page of the browser's extensions. */
export async function allowInPrivateWindows(browser: BareChromium, id: string): Promise<void> {
  const tab = await browser.tab('chrome://extensions');
  // Chromium turns an unpacked extension off when it is loaded anew, unless this is on.
  await tab.evaluate('chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })');
  await tab.evaluate(
    `chrome.developerPrivate.updateExtensionConfiguration({ extensionId: ${JSON.stringify(id)}, incognitoAccess: true })`,
  );
  await tab.close();
}

/** Opens a page in a private window and attaches to it. `own` is a page of the extension in another window. */
export async function openPrivately(browser: BareChromium, own: BareTab, url: string): Promise<BareTab> {
  const before = new Set((await targets(browser)).map(({ targetId }) => targetId));
  // The answer would name the window, which the page of another window may not see.
  await own.evaluate(`chrome.windows.create({ incognito: true, url: ${JSON.stringify(url)} }).then(() => true)`);
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const target = (await targets(browser)).find((each) => !before.has(each.targetId) && each.url === url);
    if (target) {
      const { sessionId } = await browser.send('Target.attachToTarget', { targetId: target.targetId, flatten: true });
      const tab = new BareTab(browser, target.targetId, String(sessionId));
      await tab.send('Page.enable');
      return tab;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No private window showed ${url} within 10 s`);
}

async function targets(browser: BareChromium): Promise<Target[]> {
  const { targetInfos } = (await browser.send('Target.getTargets')) as { targetInfos: Target[] };
  return targetInfos;
}
