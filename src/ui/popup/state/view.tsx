import type { ComponentChildren } from 'preact';
import { browser } from 'wxt/browser';
import { i18n } from '../../../language/i18n.ts';
import { Host } from '../../component/address/host.tsx';
import { RemedyButton } from '../../component/health/protection.tsx';
import { Icon, TONE_ICONS } from '../../component/icon/icon.tsx';
import { ScamIcon } from '../../component/icon/scam-icon.tsx';
import { Button, LinkButton } from '../../component/input/button.tsx';
import { useAction } from '../../page/action.ts';
import { useAsk } from '../../page/ask.ts';
import { requestGoBack } from '../../warning/navigation/go-back-request.ts';
import { receiptInWords } from '../../words/outbox.ts';
import type { Overview } from '../overview.ts';
import { hostOf, type TabProps } from '../view.ts';
import type { PopupState } from './state.ts';
import { stateInWords } from './words.ts';
import './state.css';

/** The state of the tab, with a placeholder of the same size until it is known. */
export function StateView({ state, url }: { state: PopupState; url: string | null }) {
  const { title, sentence, tone } = stateInWords(state, Date.now());
  const host = hostOf(url);
  const scam = state.kind === 'stopped' && state.verdict.kind === 'blocked' ? (state.verdict.scam ?? 'other') : null;
  return (
    <section class={`state raised tone-${tone}`} aria-busy={state.kind === 'loading'}>
      <span class="state-icon">{scam ? <ScamIcon kind={scam} large /> : <Icon name={TONE_ICONS[tone]} large />}</span>
      <div class="state-words" role="status">
        <h1 class="state-title">{title}</h1>
        {state.kind === 'loading' ? (
          <span class="state-placeholder" />
        ) : (
          sentence !== '' && <p class="quiet">{sentence}</p>
        )}
      </div>
      {host !== '' && (
        <p class="state-host">
          <span class="visually-hidden">{i18n.t('popup.state.host')} </span>
          <Host host={host} />
        </p>
      )}
    </section>
  );
}

type StateActionsProps = TabProps & { state: PopupState; isReported: boolean };

/** The one main thing to do in a state, and the second one where there is one. What was reported is not urged to be reported again. */
export function StateActions({ state, isReported, tabId, url, from, onShow, onChanged }: StateActionsProps) {
  const ask = useAsk();
  const { problem, isBusy, press } = useAction();
  const main = (label: string, work: () => Promise<unknown>) => (
    <Button kind="primary" busy={isBusy} onPress={() => void press(work)}>
      {label}
    </Button>
  );
  const report = (label: string, kind: 'primary' | 'plain' = isReported ? 'plain' : 'primary') => (
    <Button kind={kind} focused={from.name === 'report'} onPress={() => onShow({ name: 'report', url })}>
      {label}
    </Button>
  );
  const mistake = (content: string) => (
    <Button focused={from.name === 'dispute'} onPress={() => onShow({ name: 'dispute', content, fixed: true })}>
      {i18n.t('popup.state.mistake')}
    </Button>
  );
  const show = async () => {
    const { shown } = await ask('marksShow', { tabId });
    if (shown === 0) throw new Error(i18n.t('popup.state.shown'));
    await leaveTo(tabId);
  };
  return (
    <div class="state-actions">
      {actions()}
      {problem !== null && (
        <p class="small" role="alert">
          {problem}
        </p>
      )}
    </div>
  );

  function actions(): ComponentChildren {
    switch (state.kind) {
      case 'stopped':
        return [
          main(i18n.t('popup.state.goBack'), () =>
            requestGoBack(tabId, (tabId) => browser.tabs.goBack(tabId)).then(() => leaveTo(tabId)),
          ),
          mistake(state.verdict.asset.content),
        ];
      case 'unprotected':
        return state.problem.remedy === null ? (
          report(i18n.t('report.openAny'), 'plain')
        ) : (
          <RemedyButton kind="primary" remedy={state.problem.remedy} onChanged={onChanged} />
        );
      case 'opened': {
        const { allowance, verdict } = state;
        if (!allowance) return [report(i18n.t('popup.state.reportIt')), mistake(verdict.asset.content)];
        const stop = () => ask('allowanceRevoke', { id: allowance.id }).then(onChanged);
        return [main(i18n.t('popup.state.stop'), stop), mistake(verdict.asset.content)];
      }
      case 'addresses':
        return [main(i18n.t('popup.state.show'), show), report(i18n.t('report.openAny'), 'plain')];
      case 'lookalike': {
        const { original } = state.lookalike;
        const leave = (
          <LinkButton key="original" kind={isReported ? 'primary' : 'plain'} href={`https://${original}/`}>
            {i18n.t('verdict.goToOriginal', { original })}
          </LinkButton>
        );
        const reportIt = report(i18n.t('popup.state.reportIt'));
        return isReported ? [leave, reportIt] : [reportIt, leave];
      }
      default:
        return report(i18n.t('report.openAny'));
    }
  }
}

type ReceiptProps = { report: NonNullable<Overview['reported']>; focused: boolean; onPress: () => void };

/** That the person reported the page, and the way to what they reported. */
export const Receipt = ({ report, focused, onPress }: ReceiptProps) => (
  <p class="state-receipt small quiet">
    {receiptInWords(report, Date.now())}
    {i18n.t('list.separator')}
    <Button kind="quiet" focused={focused} onPress={onPress}>
      {i18n.t('popup.state.see')}
    </Button>
  </p>
);

/** Closes the popup, which focuses the page; a popup opened as a tab activates the page's tab. */
async function leaveTo(tabId: number): Promise<void> {
  if (document.documentElement.dataset.place === 'tab') await browser.tabs.update(tabId, { active: true });
  else window.close();
}
