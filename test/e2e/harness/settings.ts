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
  const tell = () => runtime.sendMessage({ name: 'settingsWrite', request: {} });
  ${WRITE}
  await tell();
  await write((before) => (${after}));
  await tell();
})()`;
