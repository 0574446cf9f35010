import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Whether a file below a folder contains these bytes; a browser may be writing to the folder. */
export function isOnDisk(folder: string, bytes: Buffer | string): boolean {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .some((path) => {
      try {
        return statSync(path).isFile() && readFileSync(path).includes(bytes);
      } catch (error) {
        // The browser deletes files while it runs.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw error;
      }
    });
}

/** Deletes the attached files of drafts and of the outbox, as a browser does when it frees space. @param page one of the extension */
export const loseFiles = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('wary-reporting');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('files', 'readwrite');
          transaction.objectStore('files').clear();
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );

/** Makes a page unable to store files, as on a full disk, or able again. @param page one of the extension */
export const fillDisk = (page: Page, isFull: boolean): Promise<void> =>
  page.evaluate((isFull) => {
    const store = IDBObjectStore.prototype as IDBObjectStore & { putBefore?: IDBObjectStore['put'] };
    store.putBefore ??= store.put;
    const put = store.putBefore;
    store.put = function (this: IDBObjectStore, ...row) {
      if (isFull && this.name === 'files') throw new DOMException('No space', 'QuotaExceededError');
      return put.apply(this, row);
    };
  }, isFull);
