import { useState } from 'preact/hooks';
import { meaningOf, namedBy, type Reach } from '../../../asset/index.ts';
import { i18n } from '../../../language/i18n.ts';
import { MAX_CONTENTS } from '../../../reporting/entry.ts';
import { Address } from '../../component/address/address.tsx';
import { Row, Rows } from '../../component/card.tsx';
import { Button } from '../../component/input/button.tsx';
import { Choice } from '../../component/input/choice.tsx';
import { Field } from '../../component/input/field.tsx';
import { Stack } from '../../component/input/form.tsx';
import { Badge } from '../../component/notice.tsx';
import { assetInWords } from '../../words/asset.ts';
import type { ReportedPage } from '../beside.tsx';
import type { ReportInProgress } from '../progress.ts';
import { Mentions, OnlyText } from './mentions.tsx';
import { PickList } from './pick-list.tsx';
import { RemoveButton } from './remove-button.tsx';

type ContentsProps = {
  report: ReportInProgress;
  page: ReportedPage | null;
  /** What is written and not yet added. */
  pending: string;
  onPending: (written: string) => void;
  isMissing: boolean;
  attention: number;
};

const MAX_PENDING = 10_000;
const PROBLEMS = { empty: 'report.addEmpty', twice: 'report.addTwice', full: 'report.addFull' } as const;

/** What a report is about: each with its type in words, more to be added, each to be taken out. */
export function Contents({ report, page, pending, onPending, isMissing, attention }: ContentsProps) {
  const [again, setAgain] = useState(0);
  const { contents, mentions } = report.fields.value;
  const count = contents.length + mentions.length;
  const problem = report.additionProblem.value;
  const front = page && namedBy(page.url);
  const offered = front && !contents.includes(front.content) && !contents.includes(front.page ?? '') ? front : null;
  const isOnlyText = isMissing && contents.length === 0 && mentions.length > 0;
  const add = () => {
    if (pending.length <= MAX_PENDING && report.add(pending)) onPending('');
    setAgain(again + 1);
  };
  return (
    <Stack>
      {count > 0 && (
        <Rows label={i18n.t('report.assets')}>
          {contents.map((content) => {
            const asset = namedBy(content)?.asset;
            const reach = report.reaches.value.get(content);
            const adjusted = report.adjusted.value.get(content);
            const isListed = report.listed.value.has(content);
            return (
              <Row
                key={reach?.site ?? content}
                action={<RemoveButton content={asset?.content ?? content} onPress={() => report.remove(content)} />}
              >
                {asset && <span class="small quiet">{assetInWords(asset)}</span>}
                <Address value={asset?.content ?? content} />
                {adjusted?.carrier && (
                  <span class="small quiet">{i18n.t('report.carried', { host: adjusted.carrier })}</span>
                )}
                {adjusted?.personal && (
                  <span class="small quiet">{i18n.t('report.personalLeft', { part: adjusted.personal })}</span>
                )}
                {isListed ? (
                  <>
                    <Badge tone="danger">{i18n.t('report.listed')}</Badge>
                    <span class="small quiet">{i18n.t('report.listedHint')}</span>
                  </>
                ) : reach ? (
                  <ReachChoice reach={reach} chosen={content} onChoose={(wanted) => report.choose(content, wanted)} />
                ) : (
                  asset && <span class="small quiet">{i18n.t(`report.${meaningOf(asset.type)}`)}</span>
                )}
              </Row>
            );
          })}
          <Mentions report={report} />
        </Rows>
      )}
      {offered && !isOnlyText && (
        <Button kind="quiet" onPress={() => report.add(offered.written)}>
          {i18n.t('report.addPage', { site: offered.asset.content })}
        </Button>
      )}
      {page && <PickList page={page} contents={contents} onPick={(content, isOn) => report.pick(content, isOn)} />}
      <Field
        label={i18n.t('report.add')}
        value={pending}
        maxLength={MAX_PENDING}
        code
        hint={i18n.t('report.addHint')}
        problem={
          problem ? i18n.t(PROBLEMS[problem]) : isMissing && count === 0 ? i18n.t('report.assetsMissing') : undefined
        }
        attention={attention + again}
        onEnter={add}
        onInput={(written) => {
          onPending(written);
          report.additionProblem.value = null;
        }}
      >
        <Button onPress={add}>{i18n.t('action.add')}</Button>
      </Field>
      {isOnlyText && (
        <OnlyText report={report} offered={offered && { written: offered.written, name: offered.asset.content }} />
      )}
      {contents.length >= MAX_CONTENTS && <p class="small quiet">{i18n.t('report.addFull')}</p>}
    </Stack>
  );
}

type ReachProps = { reach: Reach; chosen: string; onChoose: (content: string) => void };

/** Whether a report is about a whole site or about one page of it, and what blocking either would mean. */
function ReachChoice({ reach, chosen, onChoose }: ReachProps) {
  return (
    <Choice
      title={i18n.t('report.reach')}
      value={chosen}
      options={[
        {
          value: reach.site,
          label: i18n.t('report.reachSite', { site: reach.site }),
          hint: i18n.t('report.reachSiteHint'),
        },
        {
          value: reach.page,
          label: i18n.t('report.reachPage', { page: namedBy(reach.page)?.asset.content ?? reach.page }),
          hint: i18n.t('report.reachPageHint'),
        },
      ]}
      onChoose={onChoose}
    />
  );
}
