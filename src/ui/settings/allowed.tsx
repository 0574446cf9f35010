import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import type { Allowance } from '../../protection/allowance/allowance.ts';
import { endOfDay } from '../../settings/catalogue.ts';
import { type Ask, problemOf } from '../ask.ts';
import { Address } from '../component/address.tsx';
import { Card } from '../component/card.tsx';
import { Empty } from '../component/empty.tsx';
import { Button } from '../component/input/button.tsx';
import { Managed } from '../component/input/managed.tsx';
import { Notice } from '../component/notice.tsx';
import { Row, Rows } from '../component/row.tsx';
import { allowedByInWords, allowedReasonInWords, durationInWords } from '../words/allowance.ts';
import { lineOf } from '../words/locale.ts';
import { whenInWords } from '../words/time.ts';
import { managedWords } from './managed.ts';
import type { SettingsInForce } from './service-choice.ts';

const REFRESH_MS = 5_000;

/** What the organization lets people open although it is listed. */
export const AllowedByOrganization = ({ settings: { allowList, managedBy } }: { settings: SettingsInForce }) => {
  const now = Date.now();
  const inForce = allowList.value.filter(({ until }) => until === undefined || now <= endOfDay(until));
  if (inForce.length === 0) return null;
  const title = allowedByInWords(managedBy);
  return (
    <Card title={title}>
      <Managed words={i18n.t('allowed.hint')} />
      <Rows label={title}>
        {inForce.map((entry) => (
          <Row key={entry.content}>
            <Address value={entry.content} />
            <p class="small quiet">
              <bdi>{allowedReasonInWords(entry, now)}</bdi>
            </p>
          </Row>
        ))}
      </Rows>
    </Card>
  );
};

/** What the organization says about opening listed sites; nothing where it says nothing. */
export function OpeningRule({ settings }: { settings: SettingsInForce }) {
  const { openListed, openLongest } = settings;
  return (
    <>
      {openListed.origin === 'policy' && (
        <div>
          <p>{i18n.t(`settings.openListed.${openListed.value}`)}</p>
          <Managed words={managedWords(settings, 'openListed') ?? ''} />
        </div>
      )}
      {openLongest.origin === 'policy' && openListed.value !== 'nobody' && (
        <div>
          <p>{i18n.t(`settings.openLongest.${openLongest.value}`)}</p>
          <Managed words={managedWords(settings, 'openLongest') ?? ''} />
        </div>
      )}
    </>
  );
}

/** The sites that a person opened in spite of a warning, and the way to take that back. */
export function Allowed({ ask }: { ask: Ask }) {
  const allowances = useSignal<readonly Allowance[] | null>(null);
  const problem = useSignal<string | null>(null);
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      allowances.value = (await ask('allowancesList', {})).allowances;
      problem.value = null;
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  useEffect(() => {
    const read = () => void attempt(async () => undefined);
    read();
    const timer = setInterval(read, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const now = Date.now();
  return (
    <>
      {problem.value && <Notice tone="caution" title={problem.value} />}
      {allowances.value?.length === 0 && (
        <Empty title={i18n.t('settings.allowedEmpty')} hint={i18n.t('settings.allowedEmptyHint')} />
      )}
      {allowances.value && allowances.value.length > 0 && (
        <Rows label={i18n.t('settings.allowed')}>
          {allowances.value.map((allowance) => {
            const site = allowance.expression.replace(/\/$/, '');
            return (
              <Row
                key={allowance.id}
                action={
                  <Button
                    label={`${i18n.t('settings.revoke')}: ${site}`}
                    onPress={() => void attempt(() => ask('allowanceRevoke', { id: allowance.id }))}
                  >
                    {i18n.t('settings.revoke')}
                  </Button>
                }
              >
                <Address value={site} />
                <p class="small quiet">
                  {lineOf([
                    i18n.t('settings.since', { time: whenInWords(allowance.createdAt, now) }),
                    durationInWords(allowance, now),
                  ])}
                </p>
                {allowance.reason && (
                  <p class="small quiet">
                    {i18n.t('settings.allowedReason')} <bdi>{allowance.reason}</bdi>
                  </p>
                )}
              </Row>
            );
          })}
        </Rows>
      )}
    </>
  );
}
