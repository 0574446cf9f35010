import type { ExtensionApi } from './extension-api.ts';

declare const chrome: ExtensionApi;

/**
 * An expression for a page of the extension. It merges settings into the stored ones, as the settings page would but
 * without asking the service about a key, and makes the worker apply them. For any driver that can evaluate text.
 * @param settings as JSON, for example `{"apiKey":"…"}`
 */
export const storeSettings = (settings: string): string => expression(`Object.assign({}, before, ${settings})`);

/** The same, but replaces all stored settings; for a page without a running worker, so it notifies none. */
export const replaceSettings = (settings: string): string =>
  `(async () => { ${WRITE} await write(() => (${settings})); })()`;

const WRITE = `
  const done = (request, event) => new Promise((resolve, reject) => {
    request.addEventListener(event, () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
  const write = async (change) => {
    const database = await done(indexedDB.open('wary-records'), 'success');
    const transaction = database.transaction('records', 'readwrite');
    const records = transaction.objectStore('records');
    records.put(change(await done(records.get('settings'), 'success')), 'settings');
    await done(transaction, 'complete');
    database.close();
  };`;

/** The worker creates the database before it answers, and reads the settings again after every `settingsWrite`. */
const expression = (after: string): string => `(async () => {
  const { runtime } = globalThis.browser ?? chrome;
  const tell = () => runtime.sendMessage({ name: 'settingsWrite', id: crypto.randomUUID(), request: {} });
  ${WRITE}
  await tell();
  await write((before) => (${after}));
  await tell();
})()`;

/**
 * Deletes what the extension has learned and was sent, but not its list and settings. Runs in a page of the extension, for a
 * worker that is stopped.
 */
export async function forgetLearned(): Promise<void> {
  const { storage, action, runtime, declarativeNetRequest: rules } = chrome;
  for (const name of ['wary-protection', 'wary-reporting', 'wary-traffic'])
    await new Promise((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase(name);
      deletion.addEventListener('success', resolve);
      deletion.addEventListener('error', reject);
    });
  // The browser resets its button too when it clears this.
  await storage.session.clear();
  const { icons, action: button } = runtime.getManifest();
  const path = { 16: icons![16]!, 32: icons![32]! };
  await Promise.all([action.setTitle({ title: button!.default_title! }), action.setIcon({ path })]);
  const idsOf = (all: readonly { id: number }[]) => ({ removeRuleIds: all.map(({ id }) => id) });
  await rules.updateDynamicRules(idsOf(await rules.getDynamicRules()));
  await rules.updateSessionRules(idsOf(await rules.getSessionRules()));
}
