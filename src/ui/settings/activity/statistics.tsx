import { useEffect, useState } from 'preact/hooks';
import { i18n } from '../../../language/i18n.ts';
import { lineOf, numberInWords } from '../../../language/locale.ts';
import { COUNTED, type Counted, type WeekCounts } from '../../../protection/activity/statistics.ts';
import { type Fact, Facts } from '../../component/card.tsx';
import { Notice } from '../../component/notice.tsx';
import { ConfirmedButton } from '../../component/panel/confirmed.tsx';
import { useAction } from '../../page/action.ts';
import { useAsk } from '../../page/ask.ts';
import { dateInWords } from '../../words/time.ts';

/** How often the protection did something in the last weeks, in all and week by week. */
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
          <Facts facts={factsOf(weeks)} />
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

/** The sum of all weeks, this week, and the earlier ones in which something happened, the latest first. */
function factsOf(weeks: readonly WeekCounts[]): readonly Fact[] {
  const now = Date.now();
  const sumOf = (what: Counted) => weeks.reduce((sum, week) => sum + week[what], 0);
  const [current, ...earlier] = [...weeks].reverse();
  return [
    [i18n.t('statistics.total'), countsInWords(sumOf)],
    [i18n.t('statistics.thisWeek'), countsInWords((what) => current?.[what] ?? 0)],
    ...earlier
      .filter((week) => COUNTED.some((what) => week[what] > 0))
      .map((week): Fact => {
        const date = dateInWords(new Date(`${week.monday}T12:00:00`).getTime(), now);
        return [i18n.t('statistics.week', { date }), countsInWords((what) => week[what])];
      }),
  ];
}

const countsInWords = (count: (what: Counted) => number): string =>
  lineOf(COUNTED.map((what) => count(what) > 0 && `${i18n.t(`statistics.${what}`)}: ${numberInWords(count(what))}`)) ||
  i18n.t('traffic.nothing');
