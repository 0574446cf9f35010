import { i18n } from '#i18n';
import { BRAND } from '../../organization/current.ts';
import type { Remedy } from '../../protection/health/health.ts';
import { problemInWords } from '../words/health.ts';
import { countInWords } from '../words/locale.ts';
import { sizeInWords } from '../words/traffic.ts';
import type { Failure, Outcome, StepName } from './steps.ts';

type FailureInWords = { readonly what: string; readonly mend: string; readonly remedy: Remedy | null };

/** What a step that passed has shown, in a sentence. */
export function passedInWords(step: StepName, { entries, request }: Extract<Outcome, { kind: 'passed' }>): string {
  if (step === 'list') return countInWords('selfTest.good.list', entries ?? 0);
  if (step !== 'report') return i18n.t(`selfTest.good.${step}`);
  const host = request && URL.canParse(request.url) ? new URL(request.url).host : '';
  return i18n.t('selfTest.good.report', { size: sizeInWords(request?.bytes ?? 0), host });
}

/** What failed, and what to do about it. */
export function failureInWords(failure: Failure): FailureInWords {
  const brand = BRAND.shortName;
  switch (failure.kind) {
    case 'health': {
      const { what, doing } = problemInWords(failure.problem);
      return { what, mend: doing, remedy: failure.problem.remedy };
    }
    case 'off':
      return {
        what: i18n.t(`selfTest.bad.${failure.setting}`),
        mend: i18n.t(failure.managed ? 'selfTest.mend.managed' : 'selfTest.mend.off'),
        remedy: failure.managed ? null : 'switch-on',
      };
    case 'not-ready':
      return { what: failure.detail, mend: i18n.t('selfTest.mend.notReady'), remedy: 'settings' };
    case 'silent':
      return { what: i18n.t('selfTest.bad.silent', { brand }), mend: i18n.t('selfTest.mend.restart'), remedy: null };
    case 'not-stopped':
      return { what: i18n.t('selfTest.bad.notStopped'), mend: i18n.t('selfTest.mend.restart'), remedy: null };
    case 'nowhere':
      return { what: i18n.t('selfTest.bad.nowhere'), mend: i18n.t('selfTest.mend.again'), remedy: null };
    case 'not-marked':
      return { what: i18n.t('selfTest.bad.notMarked'), mend: i18n.t('selfTest.mend.restart'), remedy: null };
  }
}
