import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { i18n } from '../../../language/i18n.ts';
import { countInWords, lineOf } from '../../../language/locale.ts';
import type { SentRequests } from '../../../protection/activity/sent-request.ts';
import type { TrafficKept } from '../../../settings/catalogue.ts';
import { Empty, Facts, Rows } from '../../component/card.tsx';
import { Button } from '../../component/input/button.tsx';
import { Choice } from '../../component/input/choice.tsx';
import { Actions } from '../../component/input/form.tsx';
import { Notice } from '../../component/notice.tsx';
import { ConfirmedButton } from '../../component/panel/confirmed.tsx';
import { Disclosure } from '../../component/panel/panel.tsx';
import type { Ask } from '../../page/ask.ts';
import { useAttempts } from '../../page/hooks.ts';
import { clockInWords, dateInWords } from '../../words/time.ts';
import { sizeInWords, whatInWords, whyInWords } from '../../words/traffic.ts';
import { originWords } from '../governed.tsx';
import type { SettingsInForce } from '../service/service-choice.ts';

type TrafficProps = { settings: SettingsInForce; ask: Ask; onChanged: () => Promise<void> };
/** Rows that are drawn at once. */
const ROWS_PER_PAGE = 30;

/** Every request that the extension made: when, to whom, which bytes, and why. */
export function Traffic({ settings, ask, onChanged }: TrafficProps) {
  const requests = useSignal<readonly SentRequests[] | null>(null);
  const shown = useSignal(ROWS_PER_PAGE);
  const { problem, attempt } = useAttempts();
  const read = async () => {
    requests.value = (await ask('trafficRead', {})).requests;
  };
  useEffect(() => void attempt(read), []);
  const keep = (trafficKept: TrafficKept) =>
    attempt(async () => {
      await ask('settingsWrite', { trafficKept });
      await onChanged();
      await read();
    });
  const forget = () =>
    attempt(async () => {
      await ask('trafficForget', {});
      await read();
    });
  const all = requests.value;
  return (
    <>
      {problem.value && <Notice tone="caution" title={problem.value} />}
      {all?.length === 0 && <Empty title={i18n.t('traffic.empty')} hint={i18n.t('traffic.emptyHint')} />}
      {all && all.length > 0 && (
        <>
          <Summary requests={all} />
          <Rows label={i18n.t('traffic.title')}>
            {all.slice(0, shown.value).map((request) => (
              <RequestRow key={`${request.what} ${request.at}`} request={request} />
            ))}
          </Rows>
        </>
      )}
      <Actions>
        {all && all.length > shown.value && (
          <Button onPress={() => (shown.value += ROWS_PER_PAGE)}>{i18n.t('traffic.more')}</Button>
        )}
        <Button onPress={() => void attempt(read)}>{i18n.t('traffic.reload')}</Button>
        {all && all.length > 0 && (
          <ConfirmedButton
            label={i18n.t('traffic.forget')}
            title={i18n.t('traffic.forgetTitle')}
            onConfirm={() => void forget()}
          >
            {i18n.t('traffic.forgetHint')}
          </ConfirmedButton>
        )}
      </Actions>
      <Choice
        title={i18n.t('traffic.kept')}
        value={settings.trafficKept.value}
        {...originWords(settings, 'trafficKept')}
        onChoose={(kept) => void keep(kept)}
        options={[
          { value: 'day', label: i18n.t('traffic.day') },
          { value: 'week', label: i18n.t('traffic.week') },
        ]}
      />
    </>
  );
}

function Summary({ requests }: { requests: readonly SentRequests[] }) {
  const count = (all: readonly SentRequests[]) => all.reduce((sum, { times }) => sum + times.length, 0);
  const size = requests.reduce((sum, { times, bytes }) => sum + times.length * bytes, 0);
  const asked = count(requests.filter(({ what }) => what === 'blocklistConfirm'));
  const total = count(requests);
  return (
    <div>
      <p class="strong">
        {lineOf([countInWords('traffic.sum', total), i18n.t('traffic.size', { size: sizeInWords(size) })])}
      </p>
      <p class="quiet">{countInWords('traffic.listOnly', asked)}</p>
    </div>
  );
}

/** One kind of request within an hour; its bytes are one press away. */
function RequestRow({ request }: { request: SentRequests }) {
  const open = useSignal(false);
  const { what, times, about, at } = request;
  const oldest = times.at(-1) ?? at;
  const now = Date.now();
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const period = times.length === 1 ? clockInWords(at) : `${clockInWords(oldest)} – ${clockInWords(at)}`;
  return (
    <li class="row traffic-row">
      <div class="row-text">
        <Disclosure
          label={whatInWords(what)}
          open={open.value}
          onToggle={(isOpen) => {
            open.value = isOpen;
          }}
        >
          <Bytes request={request} />
        </Disclosure>
        <p class="small quiet">
          {lineOf([
            isToday ? period : `${dateInWords(at, now)}, ${period}`,
            countInWords('traffic.times', times.length),
            about.join(', '),
          ])}
        </p>
      </div>
    </li>
  );
}

/** What was sent, to the byte. */
function Bytes({ request }: { request: SentRequests }) {
  const { what, method, url, headers, body, bytes, status, times, about } = request;
  const names = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const cut = body !== null && new TextEncoder().encode(body).byteLength < bytes;
  const isFile = what === 'listFile' || what === 'organizationAvatar';
  return (
    <Facts
      facts={[
        [i18n.t('traffic.why.title'), whyInWords(what)],
        [i18n.t('traffic.to'), <bdi class="code">{`${method} ${url}`}</bdi>],
        [
          i18n.t('traffic.headers'),
          <>
            <bdi class="code">{names.join('\n') || i18n.t('traffic.nothing')}</bdi>
            {!isFile && <p class="quiet">{i18n.t('traffic.keyAlong')}</p>}
          </>,
        ],
        [
          lineOf([i18n.t('traffic.sent'), body === null ? null : sizeInWords(bytes)]),
          body === null ? (
            i18n.t('traffic.nothing')
          ) : (
            <>
              <bdi class="code">{body}</bdi>
              {cut && <p class="quiet">{i18n.t('traffic.cut')}</p>}
            </>
          ),
        ],
        ...(about.length > 0
          ? [
              [
                i18n.t('traffic.about'),
                <>
                  <bdi class="code">{about.join('\n')}</bdi>
                  <p class="quiet">{i18n.t('traffic.aboutHint')}</p>
                </>,
              ] as const,
            ]
          : []),
        [i18n.t('traffic.answer'), status === null ? i18n.t('traffic.noAnswer') : String(status)],
        [i18n.t('traffic.when'), times.map(clockInWords).join(', ')],
      ]}
    />
  );
}
