import { createHash } from 'node:crypto';
import { xml } from '../words.ts';

/** One package that browsers are offered as an update. */
export type Offer = {
  /** Id of the extension in that browser. */
  readonly id: string;
  readonly version: string;
  /** Where the package is. */
  readonly url: string;
  readonly bytes: Uint8Array;
  /** The oldest version of the browser that takes it. */
  readonly oldestBrowser: string;
};

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * What Chrome and Edge read at the update address.
 * @see https://developer.chrome.com/docs/extensions/how-to/distribute/host-on-linux#update_manifest
 */
export function chromeUpdates({ id, version, url, bytes, oldestBrowser }: Offer): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gupdate xmlns="http://www.google.com/update2/response" protocol="2.0">
  <app appid="${id}">
    <updatecheck codebase="${xml(url)}" version="${version}" hash_sha256="${sha256Of(bytes)}" size="${bytes.length}" prodversionmin="${oldestBrowser}"/>
  </app>
</gupdate>
`;
}

/**
 * What Firefox reads at the update address.
 * @see https://extensionworkshop.com/documentation/manage/updating-your-extension/
 */
export function firefoxUpdates({ id, version, url, bytes, oldestBrowser }: Offer): string {
  const update = {
    version,
    update_link: url,
    update_hash: `sha256:${sha256Of(bytes)}`,
    applications: { gecko: { strict_min_version: oldestBrowser } },
  };
  return `${JSON.stringify({ addons: { [id]: { updates: [update] } } }, null, 2)}\n`;
}
