import { useEffect, useState } from 'preact/hooks';
import { i18n } from '../../../language/i18n.ts';
import { countInWords, lineOf, listOf } from '../../../language/locale.ts';
import type { SentRequest } from '../../../protection/activity/sent-request.ts';
import type { TrafficKept } from '../../../settings/catalogue.ts';
import { Empty, type Fact, Facts, Rows } from '../../component/card.tsx';
import { Button } from '../../component/input/button.tsx';
import { Choice } from '../../component/input/choice.tsx';
import { Actions } from '../../component/input/form.tsx';
import { Notice } from '../../component/notice.tsx';
import { ConfirmedButton } from '../../component/panel/confirmed.tsx';
import { Disclosure } from '../../component/panel/panel.tsx';
import { useAction } from '../../page/action.ts';
import { useAsk } from '../../page/ask.ts';
import { clockInWords, dateInWords } from '../../words/time.ts';
import { sizeInWords, whatInWords, whyInWords } from '../../words/traffic.ts';
import { originWords, type SectionProps } from '../governed.tsx';

/** Rows that are drawn at once. */
const ROWS_PER_PAGE = 30;

/** Every request that the extension made: when, to whom, which bytes, and why. */
export function Traffic({ settings, onChanged }: SectionProps) {
  const ask = useAsk();
  const [requests, setRequests] = useState<readonly SentRequest[] | null>(null);
  const [shown, setShown] = useState(ROWS_PER_PAGE);
  const { problem, press } = useAction();
  const read = () => ask('trafficRead', {}).then(({ requests }) => setRequests(requests));
  useEffect(() => void press(read), []);
  const keep = (trafficKept: TrafficKept) => ask('settingsWrite', { trafficKept }).then(onChanged).then(read);
  const forget = () => ask('trafficForget', {}).then(read);
  return (
    <>
      {problem && <Notice tone="caution" title={problem} />}
      {requests?.length === 0 && <Empty title={i18n.t('traffic.empty')} hint={i18n.t('traffic.emptyHint')} />}
      {requests && requests.length > 0 && (
        <>
          <Summary requests={requests} />
          <Rows label={i18n.t('traffic.title')}>
            {requests.slice(0, shown).map((request) => (
              <RequestRow key={`${request.what} ${request.times[0]} ${request.url}`} request={request} />
            ))}
          </Rows>
        </>
      )}
      <Actions>
        {requests && requests.length > shown && (
          <Button onPress={() => setShown(shown + ROWS_PER_PAGE)}>{i18n.t('traffic.more')}</Button>
        )}
        <Button onPress={() => void press(read)}>{i18n.t('traffic.reload')}</Button>
        {requests && requests.length > 0 && (
          <ConfirmedButton
            label={i18n.t('traffic.forget')}
            title={i18n.t('traffic.forgetTitle')}
            onConfirm={() => void press(forget)}
          >
            {i18n.t('traffic.forgetHint')}
          </ConfirmedButton>
        )}
      </Actions>
      <Choice
        title={i18n.t('traffic.kept')}
        value={settings.trafficKept.value}
        {...originWords(settings, 'trafficKept')}
        onChoose={(kept) => void press(() => keep(kept))}
        options={[
          { value: 'day', label: i18n.t('traffic.day') },
          { value: 'week', label: i18n.t('traffic.week') },
        ]}
      />
    </>
  );
}

function Summary({ requests }: { requests: readonly SentRequest[] }) {
  const count = (all: readonly SentRequest[]) => all.reduce((sum, { times }) => sum + times.length, 0);
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
function RequestRow({ request }: { request: SentRequest }) {
  const [isOpen, setOpen] = useState(false);
  const { what, times, about } = request;
  const [at = 0] = times;
  const now = Date.now();
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const time = clockInWords(times.at(-1) ?? at, at);
  return (
    <li class="row traffic-row">
      <div class="row-text">
        <p class="small quiet">
          {lineOf([
            isToday ? time : i18n.t('time.dayAt', { day: dateInWords(at, now), time }),
            countInWords('traffic.times', times.length),
            listOf(about),
          ])}
        </p>
        <Disclosure label={whatInWords(what)} open={isOpen} onToggle={setOpen}>
          <Bytes request={request} />
        </Disclosure>
      </div>
    </li>
  );
}

/** What was sent, to the byte. */
function Bytes({ request }: { request: SentRequest }) {
  const { what, method, url, headers, body, bytes, status, times, about } = request;
  const names = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const cut = body !== null && new TextEncoder().encode(body).byteLength < bytes;
  const isFile = what === 'listFile' || what === 'organizationAvatar';
  const facts: readonly Fact[] = [
    [i18n.t('traffic.why.title'), whyInWords(what)],
    [i18n.t('traffic.to'), <Code text={`${method} ${url}`} />],
    [
      i18n.t('traffic.headers'),
      <Code
        text={names.join('\n') || (isFile ? i18n.t('traffic.nothing') : '')}
        hint={!isFile && i18n.t('traffic.keyAlong')}
      />,
    ],
    [
      lineOf([i18n.t('traffic.sent'), body !== null && sizeInWords(bytes)]),
      body === null ? i18n.t('traffic.nothing') : <Code text={body} hint={cut && i18n.t('traffic.cut')} />,
    ],
    about.length > 0 && [i18n.t('traffic.about'), <Code text={about.join('\n')} hint={i18n.t('traffic.aboutHint')} />],
    [i18n.t('traffic.answer'), status === null ? i18n.t('traffic.noAnswer') : String(status)],
    [i18n.t('traffic.when'), listOf(times.map((time) => clockInWords(time)))],
  ];
  return <Facts facts={facts} />;
}

const Code = ({ text, hint = false }: { text: string; hint?: string | false }) => (
  <>
    <bdi class="code">{text}</bdi>
    {hint && <p class="quiet">{hint}</p>}
  </>
);
