import { i18n } from '#i18n';
import { Button } from '../component/input/button.tsx';
import { Notice } from '../component/notice.tsx';
import { mentionOf } from './content.ts';
import type { ReportInProgress } from './progress.ts';

type OnlyTextProps = {
  report: ReportInProgress;
  /** The page that can be added, as it is written and as it is read; null where there is none. */
  offered: { readonly written: string; readonly name: string } | null;
};

/** Why a report that holds words alone is not sent, and what makes it one that is. */
export function OnlyText({ report, offered }: OnlyTextProps) {
  const { mentions } = report.draft.value;
  const handle = mentions.find((text) => mentionOf(text).kind === 'handle');
  const hasFault = mentions.some((text) => mentionOf(text).kind === 'fault');
  const hint =
    handle !== undefined
      ? i18n.t('report.onlyText.platform', { name: handle })
      : i18n.t(hasFault ? 'report.onlyText.fault' : 'report.onlyText.hint');
  return (
    <Notice
      tone="caution"
      title={i18n.t('report.onlyText.title')}
      action={
        offered && (
          <Button onPress={() => report.add(offered.written)}>
            {i18n.t('report.addPage', { site: offered.name })}
          </Button>
        )
      }
    >
      <p>{hint}</p>
      <p>{i18n.t('report.onlyText.kept')}</p>
    </Notice>
  );
}
