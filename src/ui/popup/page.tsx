import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import { Icon } from '../component/icon/icon.tsx';
import { Button } from '../component/input/button.tsx';
import { later } from '../component/later.tsx';
import { useEscape } from '../component/panel/escape.ts';
import { useAsk } from '../page/ask.ts';
import { Main } from './main.tsx';
import type { OverviewFeed } from './overview.ts';
import type { View } from './view.ts';
import './page.css';

type PopupProps = {
  feed: OverviewFeed;
  tabId: number;
  url: string | null;
  first: View;
  /** Whether it was opened in a tab for its first view alone: from a notification or a card, or to take a picture. */
  isAlone: boolean;
};

const LaterView = later(async () => (await import('./later.tsx')).LaterView);
const TITLES = {
  check: 'check.title',
  report: 'report.title',
  dispute: 'dispute.title',
  outbox: 'outbox.title',
} as const;

/** The popup: one window, four views. Escape leads from each of the others back to the first; alone, a form closes its tab. */
export function Popup({ feed, tabId, url, first, isAlone }: PopupProps) {
  const ask = useAsk();
  const [view, setView] = useState(first);
  const [from, setFrom] = useState(first);
  const show = (next: View) => {
    setFrom(view);
    setView(next);
  };
  const onBack = () => (isAlone ? void closeTab() : show({ name: 'main' }));
  // What comes of it is in the next overview, which also says where the background does not answer.
  useEffect(() => void ask('outboxRefresh', {}).catch(() => undefined), []);
  useEscape(() => {
    if (view.name === 'main' || isAlone) return false;
    onBack();
  });
  if (view.name !== 'main')
    return (
      <main class="popup">
        <header class="popup-head">
          {!isAlone && (
            <Button kind="quiet" label={i18n.t('action.back')} focused onPress={onBack}>
              <Icon name="back" />
            </Button>
          )}
          <h1 class="popup-title">{i18n.t(TITLES[view.name])}</h1>
        </header>
        <div class="popup-form">
          <LaterView view={view} tabId={tabId} isAlone={isAlone} onBack={onBack} />
        </div>
      </main>
    );
  const overview = feed.overview.value;
  return (
    <Main
      overview={overview}
      isSilent={feed.isSilent.value}
      isAnswered={feed.isAnswered.value}
      tabId={tabId}
      url={overview ? overview.url : url}
      from={from}
      onShow={show}
      onChanged={() => feed.refresh()}
    />
  );
}

async function closeTab(): Promise<void> {
  const tab = await browser.tabs.getCurrent();
  if (tab?.id !== undefined) await browser.tabs.remove(tab.id);
}
