import type { Browser } from './browser.ts';

/** Every database of the extension. */
const DATABASES = ['wary-blocklist', 'wary-protection', 'wary-reporting', 'wary-traffic', 'wary-records'];
const STORE = 'of-the-future';

/** Runs a function in a page of the extension. */
type Evaluate = <Answer, Argument>(
  act: (argument: Argument) => Answer | Promise<Answer>,
  argument: Argument,
) => Promise<Answer>;

/** Leaves every database as a later version would: with a higher version number and a store that only it knows. */
export async function storeAsLaterVersion(evaluate: Evaluate): Promise<void> {
  await evaluate(
    async ({ databases, store }) => {
      for (const name of databases) {
        const opening = indexedDB.open(name, 99);
        opening.addEventListener('upgradeneeded', () => {
          opening.result.createObjectStore(store).put('kept', 'row');
        });
        await new Promise<void>((resolve, reject) => {
          opening.addEventListener('success', () => resolve());
          opening.addEventListener('error', () => reject(opening.error));
        });
        opening.result.close();
      }
    },
    { databases: DATABASES, store: STORE },
  );
}

/** The rows of the later version's store, by the name of their database. */
export function storesOfLaterVersion(evaluate: Evaluate): Promise<Readonly<Record<string, unknown[]>>> {
  return evaluate(
    async ({ databases, store }) => {
      const rows: Record<string, unknown[]> = {};
      for (const name of databases) {
        const opening = indexedDB.open(name);
        rows[name] = await new Promise<unknown[]>((resolve, reject) => {
          opening.addEventListener('error', () => reject(opening.error));
          opening.addEventListener('success', () => {
            const reading = opening.result.transaction(store).objectStore(store).getAll();
            reading.addEventListener('success', () => resolve(reading.result));
            reading.addEventListener('error', () => reject(reading.error));
          });
        });
        opening.result.close();
      }
      return rows;
    },
    { databases: DATABASES, store: STORE },
  );
}

/** A Chromium's page of the extension that a function can run in. */
export const ownPageOf =
  (wary: Browser): Evaluate =>
  async (act, argument) => {
    const page = await wary.open(wary.url('manifest.json'));
    try {
      return (await page.evaluate(act as (argument: unknown) => unknown, argument)) as Awaited<ReturnType<typeof act>>;
    } finally {
      await page.close();
    }
  };
