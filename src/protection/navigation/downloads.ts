import { stops } from '../verdict/decision.ts';
import { webAddress } from '../warning/address.ts';
import type { Judge } from './navigation.ts';

/** A download as the browser describes it: where it was asked for, where it came from in the end, and the page that asked. */
export type Download = {
  readonly id: number;
  readonly url: string;
  readonly finalUrl?: string | undefined;
  readonly referrer?: string | undefined;
};

/** Downloads of the browser. Each method rejects for one that is gone. */
export type DownloadPort = {
  cancel(id: number): Promise<unknown>;
  /** Deletes the file of one that has ended. */
  removeFile(id: number): Promise<unknown>;
  /** Takes it off the browser's list. */
  erase(id: number): Promise<unknown>;
};

type DownloadGuardParts = {
  readonly judge: Judge;
  readonly port: DownloadPort;
  /** The tabs in which the person lets a listed site through: a download does not say to which tab it belongs. */
  readonly openTabs: () => readonly number[];
  /** Called with what is listed, once no file of it is left. */
  readonly onStopped: (url: string) => unknown;
};

/**
 * Stops files of listed sites. The browser waits with the name of a file, and so with the file itself, until the verdict
 * is there; a small one that is finished before that is deleted.
 */
export function downloadGuard({ judge, port, openTabs, onStopped }: DownloadGuardParts) {
  const running = new Map<number, Promise<boolean>>();

  const isStopped = (download: Download): Promise<boolean> => {
    const { id } = download;
    const judging = running.get(id) ?? judged(download).finally(() => running.delete(id));
    running.set(id, judging);
    return judging;
  };

  async function judged({ id, url, finalUrl = '', referrer = '' }: Download): Promise<boolean> {
    await judge.ready;
    for (const address of new Set([finalUrl, url, referrer].map(webAddress))) {
      if (address === null || !(await mustStop(address))) continue;
      // Which of them the browser refuses depends on how far the download is.
      for (const end of [port.cancel, port.removeFile, port.erase]) await end(id).catch(() => undefined);
      onStopped(address);
      return true;
    }
    return false;
  }

  async function mustStop(url: string): Promise<boolean> {
    const isListed = stops(await judge.resolve(url, undefined, 'navigation'));
    return isListed && openTabs().every((tabId) => stops(judge.verdict(url, tabId)));
  }

  return {
    /** downloads.onCreated */
    onCreated: (download: Download): void => void isStopped(download),

    /**
     * downloads.onDeterminingFilename
     * @param goOn lets the browser write the file
     * @returns true: the browser waits for `goOn`
     */
    onDeterminingFilename(download: Download, goOn: () => void): true {
      // A file must not wait for ever for an answer that failed.
      void isStopped(download).then((isStopped) => isStopped || goOn(), goOn);
      return true;
    },
  };
}
