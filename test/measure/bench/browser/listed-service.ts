import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXTENSION } from '../../../e2e/harness/build.ts';
import { SERVICE_HOST, Service } from '../../../e2e/harness/service.ts';
import { madeUpHosts } from '../recognition/hosts.ts';
import { BareChromium } from './devtools.ts';
import { closeWelcome, idOfPackage, syncList } from './listed-browser.ts';

export type ListedServiceOptions = {
  /** How many hosts are made up. */
  readonly fill: number;
  /** Wallet addresses on the list. */
  readonly addresses?: readonly string[];
  /** Port on which every name but the service's lands. */
  readonly sites: number;
};

/** A bare Chromium with the built extension, which holds the list of a real service that confirms every entry when it is asked. */
export class ListedService {
  readonly chromium = new BareChromium();
  readonly extensionId = idOfPackage(EXTENSION);
  readonly #service = new Service();

  /** Answers when the extension holds the whole list. @throws Error where it does not within half a minute */
  static async open({ fill, sites, addresses = [] }: ListedServiceOptions): Promise<ListedService> {
    const opened = new ListedService();
    const { chromium } = opened;
    const service = opened.#service;
    try {
      await service.start();
      const file = join(service.folder, 'hosts.txt');
      writeFileSync(file, madeUpHosts(fill).join('\n'));
      await service.command('source', 'import', file, '--format', 'hosts');
      if (addresses.length > 0) {
        const list = join(service.folder, 'addresses.json');
        writeFileSync(list, JSON.stringify(addresses));
        await service.command('source', 'import', list);
      }
      await chromium.start([
        `--disable-extensions-except=${EXTENSION}`,
        `--load-extension=${EXTENSION}`,
        `--host-resolver-rules=MAP ${SERVICE_HOST} 127.0.0.1:${service.port}, EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${sites}`,
      ]);
      const least = addresses.length + fill;
      const stored = await syncList(chromium, { folder: EXTENSION, apiKey: service.keys.publishable, least });
      if (stored < least) throw new Error(`The browser holds ${stored} entries instead of ${least}`);
      await closeWelcome(chromium);
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.chromium.stop();
    await this.#service.remove();
  }
}
