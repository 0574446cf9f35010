import { useEffect, useState } from 'preact/hooks';
import { i18n } from '../../../language/i18n.ts';
import { numberInWords } from '../../../language/locale.ts';
import { COUNTED, type Counted, type WeekCounts } from '../../../protection/activity/statistics.ts';
import { Notice } from '../../component/notice.tsx';
import { ConfirmedButton } from '../../component/panel/confirmed.tsx';
import { useAction } from '../../page/action.ts';
import { useAsk } from '../../page/ask.ts';
import { dateInWords } from '../../words/time.ts';
import './statistics.css';

/** How often the protection did something in the last weeks: as a plot, and as a table of the same. */
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
          <div class="statistics-plots">
            {COUNTED.map((what) => (
              <Plot key={what} what={what} weeks={weeks} />
            ))}
          </div>
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

const sumOf = (weeks: readonly WeekCounts[], what: Counted) => weeks.reduce((sum, week) => sum + week[what], 0);
const HEIGHT = 48;
const STEP = 10;
const BAR = 7;

/** One bar a week; the table says the same in numbers. */
function Plot({ what, weeks }: { what: Counted; weeks: readonly WeekCounts[] }) {
  const max = Math.max(1, ...weeks.map((week) => week[what]));
  const total = sumOf(weeks, what);
  return (
    <figure class="statistics-plot">
      <figcaption>
        <span class="statistics-total">{numberInWords(total)}</span>
        <span class="quiet">{i18n.t(`statistics.${what}`)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${weeks.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {weeks.map((week, index) => {
          const height = week[what] === 0 ? 1 : Math.max(3, (week[what] / max) * HEIGHT);
          return (
            <rect
              key={week.monday}
              class={week[what] === 0 ? 'statistics-none' : 'statistics-bar'}
              x={index * STEP}
              y={HEIGHT - height}
              width={BAR}
              height={height}
            />
          );
        })}
      </svg>
    </figure>
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
              {i18n.t(`statistics.column.${what}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
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
