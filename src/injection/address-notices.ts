import { type Address, addressOf } from '../asset/address/address.ts';
import { isSwap } from '../asset/address/swap.ts';
import type { MessageRequest } from '../messaging/catalogue.ts';
import type { CopiedAddresses } from '../protection/notice/copied-addresses.ts';
import type { AddressNotice } from '../protection/notice/notice.ts';
import { PageTwins } from '../protection/notice/twins.ts';
import type { Asker } from '../protection/warning/answers.ts';
import { injectNotice } from './notice.ts';
import type { DocumentPlace } from './target.ts';

type AddressNoticesParts = {
  readonly copied: CopiedAddresses;
  /** Whether nothing from a tab may be kept after it is closed. */
  readonly isPrivate: (tabId: number) => Promise<boolean>;
  /** Whether notices are on for a page, by its address. */
  readonly isOn: (url: string | undefined) => boolean;
  readonly language: { ready(): Promise<void> };
};

/** Tells the person, on this device alone, about addresses that look alike or were swapped between copying and pasting. */
export function addressNotices({ copied, isPrivate, isOn, language }: AddressNoticesParts) {
  const twins = new PageTwins();

  const placeOf = ({ tab, frameId, documentId }: Asker): DocumentPlace | null =>
    tab?.id === undefined || frameId === undefined || !isOn(tab.url) ? null : { tabId: tab.id, frameId, documentId };

  async function tell(place: DocumentPlace, notice: AddressNotice | null): Promise<void> {
    if (notice === null) return;
    await language.ready();
    await injectNotice(place, 'showAddresses', notice);
  }

  return {
    /** A page shows these addresses. */
    async shown(addresses: readonly Address[], asker: Asker): Promise<void> {
      const place = placeOf(asker);
      if (place === null || addresses.length === 0) return;
      const document = `${place.tabId} ${place.documentId ?? `${place.frameId} ${asker.url}`}`;
      const found = twins.findTwins(document, addresses);
      const resembled = (await isPrivate(place.tabId)) ? null : await copied.shown(addresses);
      await tell(place, found ?? resembled);
    },

    /** The person copied the selected text, or what the page put on the clipboard instead. */
    async copied({ selected, clipboard, byButton }: MessageRequest<'clipboardCopied'>, asker: Asker): Promise<void> {
      const place = placeOf(asker);
      if (place === null) return;
      const [meant, put] = [addressOf(selected), addressOf(clipboard)];
      if (!(await isPrivate(place.tabId))) await copied.copied(meant ?? put, byButton);
      if (meant && put && meant.content !== put.content && isSwap(meant.content, put.content))
        await tell(place, { kind: 'swapped', first: meant.content, second: put.content });
    },

    /** The person pasted a text that looks like an address. */
    async pasted(text: string, asker: Asker): Promise<void> {
      const place = placeOf(asker);
      const address = addressOf(text);
      if (place !== null && address !== null && !(await isPrivate(place.tabId)))
        await tell(place, await copied.pasted(address));
    },
  };
}
