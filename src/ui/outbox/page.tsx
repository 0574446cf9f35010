import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import { lineOf } from '../../language/locale.ts';
import type { MessageReply } from '../../messaging/catalogue.ts';
import { DraftStore } from '../../reporting/draft/draft.ts';
import type { OutboxEntry, Reply, Review } from '../../reporting/entry.ts';
import { isFinal, standingOf } from '../../reporting/outcome/standing.ts';
import { Address } from '../component/address/address.tsx';
import { type Fact, Facts } from '../component/card.tsx';
import { Icon } from '../component/icon/icon.tsx';
import { Button } from '../component/input/button.tsx';
import { Actions } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import { ConfirmedButton } from '../component/panel/confirmed.tsx';
import { useEscape } from '../component/panel/escape.ts';
import { useAction } from '../page/action.ts';
import { useAsk } from '../page/ask.ts';
import { Draft, useDraft } from '../submission/draft.ts';
import { meaningInWords, standingInWords, toneOfStanding } from '../words/outbox.ts';
import { problemsOf } from '../words/problem.ts';
import { whenInWords } from '../words/time.ts';
import { ReplyForm } from './reply.tsx';
import './page.css';

type EntryPageProps = {
  entry: OutboxEntry;
  /** Takes the outbox as it is after something was done. */
  onState: (outbox: MessageReply<'outboxList'>) => void;
  onClose: () => void;
  /** Where Escape leads: to where the person came from. */
  onEscape: () => void;
};

/** One report or dispute: what became of it, what the reviewers say and ask, what was written, and the way back. */
export function EntryPage({ entry, onState, onClose, onEscape }: EntryPageProps) {
  const ask = useAsk();
  const { id, item, state } = entry;
  const asking = useAction();
  const { problem: failed, isBusy, press } = useAction();
  const problem = failed ?? asking.problem;
  const standing = standingOf(entry);
  const contents = item.kind === 'report' ? item.draft.contents : [item.draft.content];
  const review = state.kind === 'sent' ? state.review : undefined;
  const draft = useDraft(() => new Draft(new DraftStore(), 'reply', id, { question: '', text: '' }));
  /** One that the person is answering stays, whatever the reviewers decide or ask meanwhile. */
  const question = draft?.fields.value.question || (standing === 'asked' && review?.question);

  const refresh = () => ask('outboxRefresh', { id }).then(onState);
  useEffect(() => void asking.press(refresh), []);
  useEffect(() => {
    if (entry.hasNews) void ask('outboxSeen', { ids: [id] }).catch(() => undefined);
  }, [entry.hasNews]);
  useEscape(() => void onEscape());
  const erase = async () => {
    await ask('outboxDiscard', { id });
    onState(await ask('outboxList', {}));
    onClose();
  };
  const sendWithoutFile = async () => {
    onState(await ask('outboxSendWithoutFile', { id }));
    onClose();
  };

  const isOpen = state.kind === 'sent' && state.receipt !== undefined && !isFinal(review?.state);
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
      {problem && <Notice tone="caution" title={problem} />}
      <Notice tone={toneOfStanding(standing)} title={standingInWords(entry)}>
        <p>{meaningInWords(entry)}</p>
        {problemsOf(entry).map((words) => (
          <p key={words}>{words}</p>
        ))}
      </Notice>
      {review?.message && (
        <Said title={i18n.t('outbox.reviewersSay')}>
          <p class="outbox-words" dir="auto">
            {review.message}
          </p>
        </Said>
      )}
      {draft && question && (
        <ReplyForm
          key={question}
          draft={draft}
          question={question}
          onSend={async (text) => onState(await ask('outboxAnswer', { id, question, text }))}
        />
      )}
      {state.kind === 'sent' &&
        (state.replies ?? []).map((reply) => <Replied key={reply.writtenAt} reply={reply} />).reverse()}
      <Written entry={entry} />
      <Actions>
        {standing === 'fileFailed' && (
          <Button kind="primary" busy={isBusy} onPress={() => void press(sendWithoutFile)}>
            {i18n.t(isBusy ? 'report.sending' : 'outbox.sendWithout')}
          </Button>
        )}
        {isOpen && (
          <Button busy={asking.isBusy} onPress={() => void asking.press(refresh)}>
            {i18n.t(asking.isBusy ? 'outbox.asking' : 'outbox.askNow')}
          </Button>
        )}
        <ConfirmedButton
          kind="quiet"
          label={i18n.t('outbox.erase')}
          title={i18n.t('outbox.eraseTitle')}
          onConfirm={() => void press(erase)}
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
      {lineOf([
        i18n.t(`outbox.replied.${state.kind}`),
        state.kind === 'waiting' && state.cause !== undefined && i18n.t(`delivery.${state.cause}`),
        state.kind === 'refused' && i18n.t('refusal.said', { words: state.problem }),
      ])}
    </p>
  </Said>
);

/** What the person wrote, and the reference that a support call asks for. */
function Written({ entry: { item, createdAt, state, contactLeftOut } }: { entry: OutboxEntry }) {
  const { draft } = item;
  const contact = 'email' in draft ? draft.email : draft.contactInfo;
  const review = state.kind === 'sent' ? state.review : undefined;
  const now = Date.now();
  const written = (name: string, words: string | false): Fact =>
    words !== false &&
    words !== '' && [
      name,
      <span key={name} class="outbox-words" dir="auto">
        {words}
      </span>,
    ];
  return (
    <Facts
      facts={[
        written(i18n.t('report.name'), 'title' in draft && draft.title),
        written(i18n.t('outbox.youWrote'), draft.description),
        written(i18n.t('outbox.mentions'), 'mentions' in draft && draft.mentions.join('\n')),
        written(i18n.t('report.files'), 'files' in draft && lineOf(draft.files.map(({ name }) => name))),
        written(i18n.t('outbox.contact'), contact),
        written(i18n.t('outbox.contact'), contactLeftOut === true && i18n.t('outbox.contactLeftOut')),
        written(i18n.t('outbox.written'), whenInWords(createdAt, now)),
        written(i18n.t('outbox.sent'), state.kind === 'sent' && whenInWords(state.at, now)),
        written(i18n.t('outbox.reference'), state.kind === 'sent' && String(state.reference)),
        written(i18n.t('outbox.lastAsked'), review !== undefined && askedInWords(review, now)),
      ]}
    />
  );
}

/** When the service was last asked what became of it, and when it is asked next. */
const askedInWords = ({ askedAt, nextAt }: Review, now: number): string =>
  lineOf([
    whenInWords(askedAt, now),
    nextAt !== null && nextAt > now && i18n.t('outbox.nextAsked', { time: whenInWords(nextAt, now) }),
  ]);
