import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DraftStore } from '../../reporting/draft.ts';
import type { Ask } from '../ask.ts';
import { DisputeView } from './dispute.tsx';
import { Main } from './main.tsx';
import { OutboxView } from './outbox.tsx';
import type { OverviewFeed } from './overview.ts';
import { ReportView } from './report.tsx';
import type { View } from './view.ts';
import './page.css';

type PopupProps = { feed: OverviewFeed; url: string | null; ask: Ask; drafts: DraftStore; first: View };

/** The popup: one window, four views. Escape leads from each of the others back to the first. */
export function Popup({ feed, url, ask, drafts, first }: PopupProps) {
  const view = useSignal<View>(first);
  const from = useSignal<View['name']>('main');
  const show = (next: View) => {
    from.value = view.value.name;
    view.value = next;
  };
  useEffect(() => {
    const back = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || view.value.name === 'main' || event.defaultPrevented) return;
      event.preventDefault();
      show({ name: 'main' });
    };
    document.addEventListener('keydown', back);
    return () => document.removeEventListener('keydown', back);
  }, []);
  const onBack = () => show({ name: 'main' });
  const overview = feed.overview.value;
  const { value } = view;
  if (value.name === 'report') return <ReportView url={value.url} ask={ask} drafts={drafts} onBack={onBack} />;
  if (value.name === 'dispute')
    return <DisputeView content={value.content} fixed={value.fixed} ask={ask} drafts={drafts} onBack={onBack} />;
  if (value.name === 'outbox') return <OutboxView ask={ask} onBack={onBack} />;
  return (
    <Main
      overview={overview}
      url={overview ? overview.url : url}
      problem={feed.problem.value}
      ask={ask}
      from={from.value}
      onShow={show}
      onChanged={() => feed.refresh()}
    />
  );
}
