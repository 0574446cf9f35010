import { browser } from 'wxt/browser';
import type { Toolbar } from '../browser-ui/toolbar.ts';
import { listedContents } from '../protection/verdict/listed-contents.ts';
import { stoppedAddress } from '../protection/warning/address.ts';
import type { ProtectionWorker } from '../protection/worker.ts';
import type { Outbox } from '../reporting/outbox/outbox.ts';
import { lastingAddress } from './browser-ports.ts';
import type { Schedule } from './schedule.ts';

type Parts = {
  readonly worker: ProtectionWorker;
  readonly outbox: Outbox;
  readonly schedule: Schedule;
  readonly toolbar: Toolbar;
  readonly warningPage: string;
};

/** Asks about what was sent from here where the list has changed about it, and updates the button over warnings. */
export async function followList({ worker, outbox, schedule, toolbar, warningPage }: Parts): Promise<void> {
  await worker.ready;
  if (await outbox.compareWithList((contents) => listedContents(worker.protection, contents).length))
    await schedule.sendOutbox();
  for (const { id, url = '' } of await browser.tabs.query({})) {
    const address = lastingAddress(url);
    if (id !== undefined && stoppedAddress(address, warningPage) !== null)
      await toolbar.setBlockedCount(id, address, 0);
  }
}
