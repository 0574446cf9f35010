import { HANDLE_PLATFORMS, type Mention, mentionOf } from '../../../asset/index.ts';
import type { AssetType } from '../../../asset/type.ts';
import { i18n } from '../../../language/i18n.ts';
import { Row } from '../../component/card.tsx';
import { Button } from '../../component/input/button.tsx';
import { Select } from '../../component/input/choice.tsx';
import { Notice } from '../../component/notice.tsx';
import { faultInWords, typeInWords } from '../../words/asset.ts';
import type { ReportInProgress } from '../progress.ts';
import { RemoveButton } from './remove-button.tsx';

const platforms = () =>
  [
    { value: '', label: i18n.t('report.platformUnknown') },
    ...HANDLE_PLATFORMS.map((value) => ({ value, label: typeInWords(value) })),
  ] as const;

function hintOf(mention: Mention): string {
  if (mention.kind === 'fault') return `${faultInWords(mention.fault)} ${i18n.t('report.asText')}`;
  return i18n.t(mention.kind === 'bankAccount' ? 'report.bankAccountHint' : 'report.asText');
}

/** The texts that are sent unrecognised, each with the reason. The platform of account names is asked once for all. */
export function Mentions({ report }: { report: ReportInProgress }) {
  const { mentions } = report.fields.value;
  const asked = mentions.find((text) => mentionOf(text).kind === 'handle');
  return (
    <>
      {mentions.map((text) => {
        const mention = mentionOf(text);
        const kind = mention.kind === 'fault' ? 'other' : mention.kind;
        return (
          <Row key={text} action={<RemoveButton content={text} onPress={() => report.removeMention(text)} />}>
            <span class="small quiet">{i18n.t(`report.mention.${kind}`)}</span>
            <span>
              <bdi>{text}</bdi>
            </span>
            {text === asked && (
              <Select
                label={i18n.t('report.platform')}
                options={platforms()}
                value=""
                onChoose={(platform) => platform !== '' && report.namePlatform(platform as AssetType)}
              />
            )}
            {mention.kind !== 'handle' && <span class="small quiet">{hintOf(mention)}</span>}
          </Row>
        );
      })}
    </>
  );
}

type OnlyTextProps = {
  report: ReportInProgress;
  /** The page that can be added, as an address and as shown; null if there is none. */
  offered: { readonly written: string; readonly name: string } | null;
};

/** Why a report without any recognised item cannot be sent, and what would complete it. */
export function OnlyText({ report, offered }: OnlyTextProps) {
  const { mentions } = report.fields.value;
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
