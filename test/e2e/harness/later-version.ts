import type { Browser } from './browser.ts';

/** Every database of the extension. */
const DATABASES = ['wary-blocklist', 'wary-protection', 'wary-reporting', 'wary-traffic', 'wary-records'];
const STORE = 'of-the-future';

/** Evaluates code in a page of the extension, which has `done` to wait for an IndexedDB request. */
export async function inStorage<T>(wary: Browser, code: string): Promise<T> {
  const page = await wary.open(wary.url('manifest.json'));
  try {
    return await page.evaluate<T>(`(async () => {
      const done = (request) => new Promise((resolve, reject) => {
        for (const event of ['success', 'complete']) request.addEventListener(event, () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
      ${code}
    })()`);
  } finally {
    await page.close();
  }
}

/** The rows of a store, as text. */
export const rowsOf = (wary: Browser, database: string, store: string): Promise<string> =>
  inStorage(
    wary,
    `const database = await done(indexedDB.open('${database}'));
     const rows = await done(database.transaction('${store}').objectStore('${store}').getAll());
     database.close();
     return JSON.stringify(rows);`,
  );

/** Leaves every database as a later version would: with a higher version number and a store that only it knows. */
export const storeAsLaterVersion = (wary: Browser): Promise<void> =>
  inStorage(
    wary,
    `for (const name of ${JSON.stringify(DATABASES)}) {
       const opening = indexedDB.open(name, 99);
       opening.addEventListener('upgradeneeded', () => {
         opening.result.createObjectStore('${STORE}').put('kept', 'row');
       });
       (await done(opening)).close();
     }`,
  );

/** The rows of the later version's store in each database, as text. */
export async function storesOfLaterVersion(wary: Browser): Promise<Readonly<Record<string, string>>> {
  const rows: Record<string, string> = {};
  for (const name of DATABASES) rows[name] = await rowsOf(wary, name, STORE);
  return rows;
}
