import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import { countInWords } from '../../language/locale.ts';
import { BRAND } from '../../organization/current.ts';
import type { Remedy } from '../../protection/health/health.ts';
import { Mark } from '../component/brand/mark.tsx';
import { Card } from '../component/card.tsx';
import { RemedyButton } from '../component/health/protection.tsx';
import { Icon } from '../component/icon/icon.tsx';
import { Button, LinkButton } from '../component/input/button.tsx';
import { Actions } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import { useAction } from '../page/action.ts';
import { useAsk } from '../page/ask.ts';
import { problemInWords } from '../words/health.ts';
import { sizeInWords } from '../words/traffic.ts';
import { type Failure, type Outcome, runSelfTest, type SelfTestPorts, STEPS, type StepName } from './steps.ts';
import './page.css';

type SelfTestPageProps = Pick<SelfTestPorts, 'visit'> & {
  /** Has the scanner of web pages look at this page; answers whether it marked what it found. */
  scan: (disputed: () => void) => Promise<boolean>;
};
type Outcomes = Partial<Record<StepName, Outcome>>;

/** Tries whether the protection works, step by step, with something that is harmless and made for this test. */
export function SelfTestPage({ visit, scan }: SelfTestPageProps) {
  const ask = useAsk();
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  const { isBusy: isRunning, press } = useAction();
  const looking = useAction();
  const [shown, setShown] = useState<string | null>(null);
  const [isDisputed, setDisputed] = useState(false);
  const runOnce = async () => {
    setOutcomes({});
    setShown(null);
    setDisputed(false);
    const show = (address: string) => {
      setShown(address);
      return scan(() => setDisputed(true));
    };
    await runSelfTest({ ask, visit, show }, (step, outcome) => setOutcomes((all) => ({ ...all, [step]: outcome })));
  };
  /** The end of one run removes what another one is about. */
  const run = () => press(runOnce);
  const look = async () => {
    const { host } = await ask('selfTestBegin', {});
    await browser.tabs.create({ url: `http://${host}/` });
  };
  useEffect(() => void run(), []);
  const current = isRunning ? STEPS.find((step) => !outcomes[step]) : undefined;
  const failed = STEPS.filter((step) => outcomes[step]?.kind === 'failed').length;
  const isStopped = outcomes.stop?.kind === 'passed';
  return (
    <main class="self-test sheet">
      <Mark />
      <div>
        <h1 class="page-title">{titleOf(isRunning, failed)}</h1>
        <p class="quiet">{i18n.t('selfTest.lead')}</p>
      </div>
      <ol class="self-test-steps raised" aria-busy={isRunning}>
        {STEPS.map((step) => (
          <Step
            key={step}
            step={step}
            outcome={outcomes[step]}
            isCurrent={step === current}
            isRunning={isRunning}
            onMended={run}
          />
        ))}
      </ol>
      {shown && (
        <Card title={i18n.t('selfTest.sample')}>
          <p class="quiet">{i18n.t('selfTest.sampleHint')}</p>
          <p class="self-test-sample code" dir="ltr">
            {shown}
          </p>
          {isDisputed && <Notice title={i18n.t('selfTest.disputed')} />}
        </Card>
      )}
      {looking.problem && <Notice tone="caution" title={looking.problem} />}
      <Actions>
        <Button kind="primary" busy={isRunning} onPress={() => void run()}>
          {i18n.t(isRunning ? 'selfTest.running' : 'selfTest.again')}
        </Button>
        {isStopped && !isRunning && (
          <Button busy={looking.isBusy} onPress={() => void looking.press(look)}>
            {i18n.t('selfTest.look')}
          </Button>
        )}
        <LinkButton href={browser.runtime.getURL('/settings.html')}>{i18n.t('action.openSettings')}</LinkButton>
      </Actions>
    </main>
  );
}

function titleOf(running: boolean, failed: number): string {
  const brand = BRAND.shortName;
  if (running) return i18n.t('selfTest.title', { brand });
  return failed === 0 ? i18n.t('selfTest.passed', { brand }) : countInWords('selfTest.failed', failed);
}

type StepProps = {
  step: StepName;
  outcome: Outcome | undefined;
  isCurrent: boolean;
  /** While steps run, no remedy begins another run. */
  isRunning: boolean;
  onMended: () => Promise<void>;
};

const ICONS = { passed: 'done', failed: 'stop', off: 'off' } as const;
const TONES = { passed: 'ok', failed: 'danger', off: 'plain' } as const;

/** What is tried; then what came of it, and what mends it. Read out when it is known. */
function Step({ step, outcome, isCurrent, isRunning, onMended }: StepProps) {
  return (
    <li
      class={`self-test-step tone-${outcome ? TONES[outcome.kind] : 'plain'}`}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <span class="self-test-icon">
        {outcome ? (
          <Icon name={ICONS[outcome.kind]} large />
        ) : (
          <span class={isCurrent ? 'self-test-dot busy' : 'self-test-dot'} />
        )}
      </span>
      <div class="self-test-text">
        <h2>{i18n.t(`selfTest.step.${step}`)}</h2>
        <div role="status">
          {outcome?.kind === 'passed' && <p class="quiet">{passedInWords(step, outcome)}</p>}
          {outcome?.kind === 'off' && (
            <p class="quiet">{i18n.t(outcome.managed ? 'selfTest.managed' : 'selfTest.good.walletOff')}</p>
          )}
          {outcome?.kind === 'failed' && <Failed failure={outcome.failure} isRunning={isRunning} onMended={onMended} />}
          {isCurrent && <p class="quiet">{i18n.t('selfTest.trying')}</p>}
        </div>
      </div>
    </li>
  );
}

function Failed({ failure, isRunning, onMended }: { failure: Failure } & Pick<StepProps, 'isRunning' | 'onMended'>) {
  const { what, mend, remedy } = failureInWords(failure);
  return (
    <>
      <p class="self-test-failure">{what}</p>
      <p>{mend}</p>
      {remedy && !isRunning && <RemedyButton remedy={remedy} onChanged={onMended} />}
    </>
  );
}

type FailureInWords = { readonly what: string; readonly mend: string; readonly remedy: Remedy | null };

/** What a step that passed has shown, in a sentence. */
function passedInWords(step: StepName, { entries, request }: Extract<Outcome, { kind: 'passed' }>): string {
  if (step === 'list') return countInWords('selfTest.good.list', entries ?? 0);
  if (step !== 'report') return i18n.t(`selfTest.good.${step}`);
  const host = request && URL.canParse(request.url) ? new URL(request.url).host : '';
  return i18n.t('selfTest.good.report', { size: sizeInWords(request?.bytes ?? 0), host });
}

const FAILURES = {
  silent: ['selfTest.bad.silent', 'selfTest.mend.restart'],
  'not-stopped': ['selfTest.bad.notStopped', 'selfTest.mend.restart'],
  nowhere: ['selfTest.bad.nowhere', 'selfTest.mend.again'],
  'not-marked': ['selfTest.bad.notMarked', 'selfTest.mend.restart'],
  'not-paused': ['selfTest.bad.notPaused', 'selfTest.mend.restart'],
} as const;

/** What failed, and what to do about it. */
function failureInWords(failure: Failure): FailureInWords {
  switch (failure.kind) {
    case 'health': {
      const { what, doing } = problemInWords(failure.problem);
      return { what, mend: doing, remedy: failure.problem.remedy };
    }
    case 'off':
      return {
        what: i18n.t(`selfTest.bad.${failure.setting}`),
        mend: i18n.t('selfTest.mend.off'),
        remedy: 'switch-on',
      };
    case 'not-ready':
      return { what: i18n.t(`delivery.${failure.cause}`), mend: i18n.t('selfTest.mend.notReady'), remedy: 'settings' };
    default: {
      const [what, mend] = FAILURES[failure.kind];
      return { what: i18n.t(what, { brand: BRAND.shortName }), mend: i18n.t(mend), remedy: null };
    }
  }
}
