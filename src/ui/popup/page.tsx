import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { type Ask, problemOf } from '../ask.ts';
import { Notice } from '../component/notice.tsx';
import { useEscape } from '../component/panel/escape.ts';
import { Main } from './main.tsx';
import type { OverviewFeed } from './overview.ts';
import { Subview } from './subview.tsx';
import type { LaterViewOf, View } from './view.ts';
import './page.css';

type PopupProps = { feed: OverviewFeed; tabId: number; url: string | null; ask: Ask; first: View };
type Later = ComponentType<{ view: LaterViewOf; tabId: number; ask: Ask; onBack: () => void }>;

const TITLES = { report: 'report.title', dispute: 'dispute.title', outbox: 'outbox.title' } as const;

/** The popup: one window, four views. Escape leads from each of the others back to the first. */
export function Popup({ feed, tabId, url, ask, first }: PopupProps) {
  const view = useSignal<View>(first);
  const from = useSignal<View>(first);
  const later = useSignal<{ readonly view: Later } | null>(null);
  const problem = useSignal<string | null>(null);
  const show = (next: View) => {
    from.value = view.value;
    view.value = next;
  };
  const onBack = () => show({ name: 'main' });
  useEscape(() => {
    if (view.value.name === 'main') return false;
    onBack();
  });
  const { value } = view;
  const isLater = value.name !== 'main';
  useEffect(() => {
    if (!isLater || later.value) return;
    import('./later.tsx').then(
      ({ LaterView }) => {
        later.value = { view: LaterView };
      },
      (error: unknown) => {
        problem.value = problemOf(error);
      },
    );
  }, [isLater]);
  if (value.name === 'main') {
    const overview = feed.overview.value;
    return (
      <Main
        overview={overview}
        isSilent={feed.problem.value !== null}
        tabId={tabId}
        url={overview ? overview.url : url}
        ask={ask}
        from={from.value}
        onShow={show}
        onChanged={() => feed.refresh()}
      />
    );
  }
  const Loaded = later.value?.view;
  if (Loaded) return <Loaded view={value} tabId={tabId} ask={ask} onBack={onBack} />;
  return (
    <Subview title={i18n.t(TITLES[value.name])} onBack={onBack}>
      {problem.value && <Notice tone="caution" title={problem.value} />}
    </Subview>
  );
}
