import { useRef, useState } from 'preact/hooks';
import { i18n } from '../../../language/i18n.ts';
import { countInWords, lineOf } from '../../../language/locale.ts';
import type { Allowance } from '../../../protection/allowance/allowance.ts';
import { Address } from '../../component/address/address.tsx';
import { Row, Rows } from '../../component/card.tsx';
import { downloadJson } from '../../component/download.ts';
import { Button, FileButton } from '../../component/input/button.tsx';
import { Actions, Stack } from '../../component/input/form.tsx';
import { Notice } from '../../component/notice.tsx';
import { Panel } from '../../component/panel/panel.tsx';
import { useAction } from '../../page/action.ts';
import { useAsk } from '../../page/ask.ts';
import { durationInWords, reachInWords, siteOf } from '../../words/allowance.ts';
import type { SettingsInForce } from '../governed.tsx';
import { fileProblemInWords, objectionOf, refusedWords } from './words.ts';

type Planned = { readonly wanted: Allowance; readonly isRefused: boolean };
type ExchangeProps = {
  allowances: readonly Allowance[];
  settings: SettingsInForce;
  onAdded: () => Promise<void>;
};

/** Loaded when a file is saved or chosen. */
const loadFileFormat = () => import('../../../protection/allowance/allowance-file.ts');

/** The allowed sites as a file, and a file of them taken in: what it would add is shown first. */
export function AllowedExchange({ allowances, settings, onAdded }: ExchangeProps) {
  const ask = useAsk();
  const [plan, setPlan] = useState<readonly Planned[] | null>(null);
  const [outcome, setOutcome] = useState<string | null>(null);
  const { problem, isBusy, press } = useAction();
  const opener = useRef<HTMLDivElement>(null);
  const lasting = allowances.filter(({ scope }) => scope !== 'tab');
  const attempt = (work: () => Promise<void>) => {
    setOutcome(null);
    return press(async () => {
      const { AllowanceFileProblem } = await loadFileFormat();
      await work().catch((error: unknown) => {
        throw error instanceof AllowanceFileProblem ? new Error(fileProblemInWords(error)) : error;
      });
    });
  };
  const save = () =>
    attempt(async () => {
      const { allowanceFile } = await loadFileFormat();
      downloadJson(i18n.t('settings.exportName'), allowanceFile(allowances, Date.now()));
    });
  const read = (file: File) =>
    attempt(async () => {
      const { AllowanceFileProblem, longerOf, MAX_FILE_BYTES, readAllowanceFile } = await loadFileFormat();
      if (file.size > MAX_FILE_BYTES) throw new AllowanceFileProblem('many');
      const now = Date.now();
      const longer = longerOf(readAllowanceFile(await file.text(), now), allowances, now);
      opener.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
      setPlan(longer.map((wanted) => ({ wanted, isRefused: objectionOf(settings, wanted) !== null })));
    });
  const add = (planned: readonly Planned[]) =>
    attempt(async () => {
      const { stored } = await ask('allowancesPut', { allowances: planned.map(({ wanted }) => wanted) });
      const refused = planned.filter((_, index) => !stored[index]);
      await onAdded();
      setPlan(refused.length > 0 ? refused.map(({ wanted }) => ({ wanted, isRefused: true })) : null);
      setOutcome(countInWords('settings.import.done', planned.length - refused.length));
    });
  return (
    <Stack>
      <div ref={opener} class="stack">
        <Actions>
          {lasting.length > 0 && <Button onPress={() => void save()}>{i18n.t('settings.export')}</Button>}
          <FileButton
            label={i18n.t('settings.import.open')}
            accept=".json,application/json"
            onChoose={([file]) => file && void read(file)}
          />
        </Actions>
        {lasting.length < allowances.length && <p class="small quiet">{i18n.t('settings.exportHint')}</p>}
      </div>
      {problem && <Notice tone="danger" title={problem} />}
      <p class="small quiet settings-saved" role="status">
        {outcome}
      </p>
      {plan && (
        <Panel onClose={() => setPlan(null)}>
          <Plan
            planned={plan}
            settings={settings}
            isBusy={isBusy}
            onAdd={(planned) => void add(planned)}
            onClose={() => setPlan(null)}
          />
        </Panel>
      )}
    </Stack>
  );
}

type PlanProps = {
  planned: readonly Planned[];
  settings: SettingsInForce;
  isBusy: boolean;
  onAdd: (planned: readonly Planned[]) => void;
  onClose: () => void;
};

function Plan({ planned, settings, isBusy, onAdd, onClose }: PlanProps) {
  const now = Date.now();
  const count = planned.filter(({ isRefused }) => !isRefused).length;
  const title = count === 0 ? i18n.t('settings.import.nothing') : countInWords('settings.import.title', count);
  return (
    <Stack>
      <Notice tone={count === 0 ? 'plain' : 'caution'} title={title}>
        {count > 0 && i18n.t('settings.import.hint')}
      </Notice>
      {planned.length > 0 && (
        <Rows label={i18n.t('settings.import.list')}>
          {planned.map(({ wanted, isRefused }) => (
            <Row key={wanted.id}>
              <Address value={siteOf(wanted)} />
              <p class="small quiet">{lineOf([reachInWords(wanted.expression), durationInWords(wanted, now)])}</p>
              {wanted.reason !== undefined && (
                <p class="small">
                  <bdi>{wanted.reason}</bdi>
                </p>
              )}
              {isRefused && <p class="small">{refusedWords(settings, wanted)}</p>}
            </Row>
          ))}
        </Rows>
      )}
      <Actions>
        {count > 0 && (
          <Button kind="primary" focused busy={isBusy} onPress={() => onAdd(planned)}>
            {countInWords('settings.import.add', count)}
          </Button>
        )}
        <Button focused={count === 0} onPress={onClose}>
          {i18n.t(count === 0 ? 'action.close' : 'action.cancel')}
        </Button>
      </Actions>
    </Stack>
  );
}
