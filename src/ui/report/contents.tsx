import type { Signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { i18n } from '#i18n';
import { namedBy } from '../../asset/index.ts';
import { Address } from '../component/address.tsx';
import { Icon } from '../component/icon.tsx';
import { Button } from '../component/input/button.tsx';
import { Field } from '../component/input/field.tsx';
import { Row, Rows } from '../component/row.tsx';
import { assetInWords } from '../words/asset.ts';
import { type Addition, MAX_CONTENTS } from './content.ts';
import type { ReportInProgress } from './progress.ts';
import { ReachChoice } from './reach.tsx';

type ContentsProps = { report: ReportInProgress; pending: Signal<string>; missing: boolean; attention: number };

const PROBLEMS = { wrong: 'report.addWrong', twice: 'report.addTwice', full: 'report.addFull' } as const;
const FAULTS = {
  checksum: 'report.addressFault.checksum',
  case: 'report.addressFault.case',
  character: 'report.addressFault.character',
  length: 'report.addressFault.length',
} as const;

const problemInWords = (problem: NonNullable<Addition['problem']>): string =>
  typeof problem === 'string' ? i18n.t(PROBLEMS[problem]) : i18n.t(FAULTS[problem.fault], { family: problem.family });

/** What a report is about: each with its type in words, more to be added, each to be taken out. */
export function Contents({ report, pending, missing, attention }: ContentsProps) {
  const [again, setAgain] = useState(0);
  const { contents } = report.draft.value;
  const problem = report.additionProblem.value;
  const add = () => {
    if (report.add(pending.value)) pending.value = '';
    setAgain(again + 1);
  };
  return (
    <div>
      {contents.length > 0 && (
        <Rows label={i18n.t('report.assets')}>
          {contents.map((content) => {
            const asset = namedBy(content)?.asset;
            const reach = report.reaches.value.get(content);
            return (
              <Row
                key={reach?.site ?? content}
                action={
                  <Button
                    kind="quiet"
                    label={i18n.t('report.removeOne', { content: asset?.content ?? content })}
                    onPress={() => report.remove(content)}
                  >
                    <Icon name="remove" />
                  </Button>
                }
              >
                {asset && <span class="small quiet">{assetInWords(asset)}</span>}
                <Address value={asset?.content ?? content} />
                {reach ? (
                  <ReachChoice reach={reach} chosen={content} onChoose={(wanted) => report.choose(content, wanted)} />
                ) : (
                  asset?.type === 'URL' && <span class="small quiet">{i18n.t('report.wholeSite')}</span>
                )}
              </Row>
            );
          })}
        </Rows>
      )}
      <Field
        label={i18n.t('report.add')}
        value={pending.value}
        most={4096}
        code
        problem={
          problem
            ? problemInWords(problem)
            : missing && contents.length === 0
              ? i18n.t('report.assetsMissing')
              : undefined
        }
        attention={attention + again}
        onEnter={add}
        onInput={(written) => {
          pending.value = written;
          report.additionProblem.value = null;
        }}
      >
        <Button onPress={add}>{i18n.t('action.add')}</Button>
      </Field>
      {contents.length >= MAX_CONTENTS && <p class="small quiet">{i18n.t('report.addFull')}</p>}
    </div>
  );
}
