import { useEffect, useState } from 'preact/hooks';
import { i18n } from '../../../language/i18n.ts';
import { numberInWords } from '../../../language/locale.ts';
import { COUNTED, type WeekCounts } from '../../../protection/activity/statistics.ts';
import { Notice } from '../../component/notice.tsx';
import { ConfirmedButton } from '../../component/panel/confirmed.tsx';
import { useAction } from '../../page/action.ts';
import { useAsk } from '../../page/ask.ts';
import { dateInWords } from '../../words/time.ts';
import './statistics.css';

/** How often the protection did something in the last weeks. */
export function Statistics() {
  const ask = useAsk();
  const [weeks, setWeeks] = useState<readonly WeekCounts[] | null>(null);
  const { problem, press } = useAction();
  const read = () => ask('statisticsRead', {}).then(({ weeks }) => setWeeks(weeks));
  const reset = () => ask('statisticsReset', {}).then(read);
  useEffect(() => void press(read), []);
  return (
    <>
      {problem && <Notice tone="caution" title={problem} />}
      {weeks && (
        <>
          <Table weeks={weeks} />
          <div>
            <ConfirmedButton
              label={i18n.t('statistics.reset')}
              title={i18n.t('statistics.resetTitle')}
              onConfirm={() => void press(reset)}
            >
              {i18n.t('statistics.resetHint')}
            </ConfirmedButton>
          </div>
        </>
      )}
    </>
  );
}

function Table({ weeks }: { weeks: readonly WeekCounts[] }) {
  const now = Date.now();
  const shown = [...weeks].reverse().filter((week, index) => index === 0 || COUNTED.some((what) => week[what] > 0));
  return (
    <table class="statistics-table">
      <caption class="visually-hidden">{i18n.t('statistics.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{i18n.t('statistics.week')}</th>
          {COUNTED.map((what) => (
            <th key={what} scope="col">
              {i18n.t(`statistics.${what}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr class="strong">
          <th scope="row">{i18n.t('statistics.total')}</th>
          {COUNTED.map((what) => (
            <td key={what}>{numberInWords(weeks.reduce((sum, week) => sum + week[what], 0))}</td>
          ))}
        </tr>
        {shown.map((week, index) => (
          <tr key={week.monday}>
            <th scope="row">
              {index === 0
                ? i18n.t('statistics.thisWeek')
                : dateInWords(new Date(`${week.monday}T12:00:00`).getTime(), now)}
            </th>
            {COUNTED.map((what) => (
              <td key={what}>{numberInWords(week[what])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
