import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import { lineOf } from '../../language/locale.ts';
import type { MessageReply } from '../../messaging/catalogue.ts';
import type { OutboxEntry, Reply } from '../../reporting/entry.ts';
import { isFinal, standingOf } from '../../reporting/outcome/standing.ts';
import { Address } from '../component/address/address.tsx';
import { Facts } from '../component/card.tsx';
import { Icon } from '../component/icon/icon.tsx';
import { Button } from '../component/input/button.tsx';
import { Actions } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import { ConfirmedButton } from '../component/panel/confirmed.tsx';
import { useEscape } from '../component/panel/escape.ts';
import type { Ask } from '../page/ask.ts';
import { useAttempts } from '../page/hooks.ts';
import { meaningInWords, STANDING_TONES, standingInWords } from '../words/outbox.ts';
import { problemsOf } from '../words/problem.ts';
import { whenInWords } from '../words/time.ts';
import { ReplyForm } from './reply.tsx';
import './page.css';

type EntryPageProps = {
  entry: OutboxEntry;
  ask: Ask;
  /** Takes the outbox as it is after something was done. */
  onState: (answer: Promise<MessageReply<'outboxList'>>) => Promise<void>;
  onClose: () => void;
  /** Where Escape leads: to where the person came from. */
  onEscape: () => void;
};

/** One report or dispute: what became of it, what the reviewers say and ask, what was written, and the way back. */
export function EntryPage({ entry, ask, onState, onClose, onEscape }: EntryPageProps) {
  const { id, item, state } = entry;
  const asking = useSignal(false);
  const { problem, attempt } = useAttempts();
  const standing = standingOf(entry);
  const contents = item.kind === 'report' ? item.draft.contents : [item.draft.content];
  const told = state.kind === 'sent' ? state.told : undefined;

  const refresh = async () => {
    asking.value = true;
    await onState(ask('outboxRefresh', { id }));
    asking.value = false;
  };
  useEffect(() => void refresh(), []);
  useEffect(() => {
    if (entry.hasNews) void ask('outboxSeen', { ids: [id] }).catch(() => undefined);
  }, [entry.hasNews]);
  useEscape(() => void onEscape());
  const erase = async () => {
    await ask('outboxDiscard', { id });
    await onState(ask('outboxList', {}));
    onClose();
  };
  const sendWithoutFile = async () => {
    if (item.kind !== 'report' || state.kind !== 'refused') return;
    const files = item.draft.files.filter(({ name }) => name !== state.missingFile);
    await ask('reportSubmit', { ...item.draft, files });
    await erase();
  };

  const isOpen = state.kind === 'sent' && state.receipt !== undefined && !isFinal(told?.state);
  return (
    <article class="outbox-page">
      <div>
        <Button kind="quiet" focused onPress={onClose}>
          <Icon name="back" />
          {i18n.t('outbox.back')}
        </Button>
      </div>
      <header class="outbox-subject">
        <p class="small quiet">{i18n.t(`entry.${item.kind}`)}</p>
        {contents.map((content) => (
          <h2 key={content}>
            <Address value={content} />
          </h2>
        ))}
      </header>
      {problem.value && <Notice tone="caution" title={problem.value} />}
      <Notice tone={STANDING_TONES[standing]} title={standingInWords(entry)}>
        <p>{meaningInWords(entry)}</p>
        {problemsOf(entry).map((words) => (
          <p key={words}>{words}</p>
        ))}
      </Notice>
      {told?.message && (
        <Said title={i18n.t('outbox.reviewersSay')}>
          <p class="outbox-words" dir="auto">
            {told.message}
          </p>
        </Said>
      )}
      {standing === 'asked' && told?.question && (
        <ReplyForm
          key={told.question}
          id={id}
          question={told.question}
          onSend={async (text) => {
            const answer = ask('outboxAnswer', { id, text });
            await answer;
            await onState(answer);
          }}
        />
      )}
      {state.kind === 'sent' &&
        (state.replies ?? []).map((reply) => <Replied key={reply.writtenAt} reply={reply} />).reverse()}
      <Written entry={entry} />
      <Actions>
        {standing === 'fileGone' && (
          <Button kind="primary" onPress={() => void attempt(sendWithoutFile)}>
            {i18n.t('outbox.sendWithout')}
          </Button>
        )}
        {isOpen && (
          <Button busy={asking.value} onPress={() => void refresh()}>
            {i18n.t(asking.value ? 'outbox.asking' : 'outbox.askNow')}
          </Button>
        )}
        <ConfirmedButton
          kind="quiet"
          label={i18n.t('outbox.erase')}
          title={i18n.t('outbox.eraseTitle')}
          onConfirm={() => void attempt(erase)}
        >
          {i18n.t(state.kind === 'sent' ? 'outbox.eraseHint' : 'outbox.discardHint')}
        </ConfirmedButton>
      </Actions>
    </article>
  );
}

const Said = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="outbox-said">
    <h3>{title}</h3>
    {children}
  </section>
);

/** What was asked and answered. */
const Replied = ({ reply: { question, text, state } }: { reply: Reply }) => (
  <Said title={i18n.t('outbox.asked')}>
    <p class="outbox-words quiet" dir="auto">
      {question}
    </p>
    <p class="outbox-words" dir="auto">
      {text}
    </p>
    <p class="small quiet">
      {lineOf([i18n.t(`outbox.replied.${state.kind}`), state.kind !== 'sent' && 'problem' in state && state.problem])}
    </p>
  </Said>
);

/** What the person wrote, and the reference that a support call asks for. */
function Written({ entry: { item, createdAt, state, contactLeftOut } }: { entry: OutboxEntry }) {
  const { draft } = item;
  const contact = 'email' in draft ? draft.email : draft.contactInfo;
  const told = state.kind === 'sent' ? state.told : undefined;
  const now = Date.now();
  const facts: (readonly [string, string])[] = [
    ...('title' in draft && draft.title !== '' ? [[i18n.t('report.name'), draft.title] as const] : []),
    ...(draft.description !== '' ? [[i18n.t('outbox.youWrote'), draft.description] as const] : []),
    ...('mentions' in draft && draft.mentions.length > 0
      ? [[i18n.t('outbox.mentions'), draft.mentions.join('\n')] as const]
      : []),
    ...('files' in draft && draft.files.length > 0
      ? [[i18n.t('report.files'), lineOf(draft.files.map(({ name }) => name))] as const]
      : []),
    ...(contact !== '' ? [[i18n.t('outbox.contact'), contact] as const] : []),
    ...(contactLeftOut ? [[i18n.t('outbox.contact'), i18n.t('outbox.contactLeftOut')] as const] : []),
    [i18n.t('outbox.written'), whenInWords(createdAt, now)],
    ...(state.kind === 'sent'
      ? [
          [i18n.t('outbox.sent'), whenInWords(state.at, now)] as const,
          [i18n.t('outbox.reference'), String(state.reference)] as const,
        ]
      : []),
    ...(told
      ? [
          [
            i18n.t('outbox.lastAsked'),
            lineOf([
              whenInWords(told.askedAt, now),
              told.nextAt !== null &&
                told.nextAt > now &&
                i18n.t('outbox.nextAsked', { time: whenInWords(told.nextAt, now) }),
            ]),
          ] as const,
        ]
      : []),
  ];
  return (
    <Facts
      facts={facts.map(
        ([name, value]) =>
          [
            name,
            <span key={name} class="outbox-words" dir="auto">
              {value}
            </span>,
          ] as const,
      )}
    />
  );
}
