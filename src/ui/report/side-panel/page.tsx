import { type Signal, signal, useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../../language/i18n.ts';
import type { MessageReply } from '../../../messaging/catalogue.ts';
import { shownAddress } from '../../../protection/warning/address.ts';
import { later } from '../../component/later.tsx';
import { useAsk } from '../../page/ask.ts';
import type { ReportedPage } from '../beside.tsx';
import { ReportForm } from '../form.tsx';
import './page.css';

type Subject = MessageReply<'reportSubject'>['subject'];
type SidePanelProps = { windowId: number; front: FrontPage; first: Subject };

/** Loaded on demand: QR codes are checked rarely. */
const QrCodeCheck = later(async () => (await import('./qr-code/check.tsx')).QrCodeCheck);

/** A report form beside the pages. Further items reported from the menu are added to it. A QR code is checked in front of it, and keeps it. */
export function SidePanel({ windowId, front, first }: SidePanelProps) {
  const ask = useAsk();
  /** Number of reports begun in this panel; each gets a new form. */
  const [count, setCount] = useState(0);
  const [url, setUrl] = useState(first ? first.url : (front.page.value?.url ?? null));
  const given = useSignal(first?.text ?? '');
  const [picture, setPicture] = useState(first?.picture ?? null);
  const begin = (next: string | null) => {
    setUrl(next);
    setCount((before) => before + 1);
  };
  /** What was given before may still wait for a report to be sent. */
  const give = (...texts: string[]) => {
    given.value = [given.value, ...texts].filter((text) => text !== '').join('\n');
  };
  useEffect(() => {
    const look = async () => {
      const { subject } = await ask('reportSubject', { windowId });
      if (!subject) return;
      setPicture(subject.picture ?? null);
      if (subject.picture) return;
      give(subject.url ?? '', subject.text);
    };
    // Only the worker reads its session storage; here the change alone is observed.
    const changed = () => void look().catch(() => undefined);
    browser.storage.session.onChanged.addListener(changed);
    // The panel opens before the worker has stored what it is about: that may have come since it was asked for first.
    changed();
    return () => browser.storage.session.onChanged.removeListener(changed);
  }, []);
  return (
    <main class="panel">
      <h1 class="panel-title">{i18n.t(picture ? 'qrCode.title' : 'report.title')}</h1>
      {picture && (
        <QrCodeCheck
          picture={picture}
          onReport={(text) => {
            give(text);
            setPicture(null);
          }}
          onClose={() => setPicture(null)}
        />
      )}
      <div hidden={picture !== null}>
        <ReportForm
          key={count}
          url={url}
          page={front.page.value}
          given={given}
          onAnother={() => begin(null)}
          onClose={() => begin(front.page.value?.url ?? null)}
        />
      </div>
    </main>
  );
}

/** The active page of a window, kept up to date. The extension's own pages are ignored. */
export class FrontPage {
  readonly page: Signal<ReportedPage | null> = signal(null);
  readonly #windowId: number;

  constructor(windowId: number) {
    this.#windowId = windowId;
  }

  /** Reads the active page now and after every change of it. */
  async follow(): Promise<void> {
    const again = () => void this.#look();
    browser.tabs.onActivated.addListener(({ windowId }) => windowId === this.#windowId && again());
    browser.tabs.onUpdated.addListener((_, { url }) => url !== undefined && again());
    await this.#look();
  }

  async #look(): Promise<void> {
    const [tab] = await browser.tabs.query({ active: true, windowId: this.#windowId });
    const url = shownAddress(tab?.url, `${location.origin}/warning.html`);
    if (tab?.id !== undefined && url !== null) this.page.value = { tabId: tab.id, url };
  }
}
