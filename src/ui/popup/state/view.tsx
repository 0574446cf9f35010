import type { ComponentChildren } from 'preact';
import { browser } from 'wxt/browser';
import type { ScamKind } from '../../../api/report/scam-kind.ts';
import { i18n } from '../../../language/i18n.ts';
import { stepsPath } from '../../../protection/warning/address.ts';
import { RemedyButton } from '../../component/health/protection.tsx';
import { Icon, type IconName, TONE_ICONS } from '../../component/icon/icon.tsx';
import { Button, LinkButton } from '../../component/input/button.tsx';
import { useAction } from '../../page/action.ts';
import { useAsk } from '../../page/ask.ts';
import { requestGoBack } from '../../warning/navigation/go-back-request.ts';
import { receiptInWords } from '../../words/outbox.ts';
import { scamInWords } from '../../words/scam.ts';
import type { Tone } from '../../words/verdict.ts';
import type { Overview } from '../overview.ts';
import type { TabProps } from '../view.ts';
import type { PopupState } from './state.ts';
import type { StateInWords } from './words.ts';
import './state.css';

/** The states that have an icon of their own; the others have that of their tone. */
const ICONS: Readonly<Partial<Record<PopupState['kind'], IconName>>> = {
  addresses: 'wallet',
  checking: 'clock',
  lookalike: 'lookalike',
  opened: 'opened',
  paused: 'hold',
  unprotected: 'off',
};
const iconOf = ({ kind }: PopupState, tone: Tone): IconName => {
  if (kind === 'stopped' && tone === 'caution') return 'clock';
  return ICONS[kind] ?? (tone === 'plain' ? 'none' : TONE_ICONS[tone]);
};

type StateViewProps = { state: PopupState; words: StateInWords; children: ComponentChildren };

/** The state of the tab, with a placeholder of the same size until it is known, and what else there is to say about it. */
export const StateView = ({ state, words: { title, sentence, tone }, children }: StateViewProps) => (
  <section class={`state tone-${tone}`} aria-busy={state.kind === 'loading'}>
    <Icon name={iconOf(state, tone)} />
    <div class="state-words">
      <div role="status">
        <h1 class="state-title">{title}</h1>
        {state.kind === 'loading' ? <span class="state-placeholder" /> : sentence !== '' && <p>{sentence}</p>}
      </div>
      {children}
    </div>
  </section>
);

type StateActionsProps = TabProps & { state: PopupState };

/** The one thing to do in a state, and below it the other ways. A page of which nothing is known has no loud one. */
export function StateActions({ state, tabId, url, from, onShow, onChanged }: StateActionsProps) {
  const ask = useAsk();
  const { problem, isBusy, press } = useAction();
  const { main, rows = [report()] } = actions();
  return (
    <>
      {(main || problem !== null) && (
        <div class="state-actions">
          {main}
          {problem !== null && (
            <p class="small" role="alert">
              {problem}
            </p>
          )}
        </div>
      )}
      <div class="popup-rows">{rows}</div>
    </>
  );

  function actions(): { main?: ComponentChildren; rows?: ComponentChildren } {
    switch (state.kind) {
      case 'stopped': {
        const { scam, asset } = state.verdict;
        return { main: primary(i18n.t('popup.state.goBack'), goBack), rows: [help(scam), falseAlarm(asset.content)] };
      }
      case 'paused': {
        const resume = () => ask('mutedSiteRestore', { of: 'protection', host: state.pause.host }).then(onChanged);
        return { main: primary(i18n.t('popup.state.resume'), resume) };
      }
      case 'unprotected': {
        const { remedy } = state.problem;
        return { main: remedy && <RemedyButton kind="primary" remedy={remedy} onChanged={onChanged} /> };
      }
      case 'opened': {
        const { allowance, verdict } = state;
        const stop = allowance && (() => ask('allowanceRevoke', { id: allowance.id }).then(onChanged));
        return {
          main: primary(i18n.t(stop ? 'popup.state.stop' : 'popup.state.goBack'), stop ?? goBack),
          rows: [help(verdict.scam), falseAlarm(verdict.asset.content)],
        };
      }
      case 'addresses':
        return { main: primary(i18n.t('popup.state.show'), show) };
      case 'lookalike': {
        const { original } = state.lookalike;
        return {
          main: (
            <LinkButton kind="primary" href={`https://${original}/`}>
              {i18n.t('verdict.goToOriginal', { original })}
            </LinkButton>
          ),
        };
      }
      default:
        return {};
    }
  }

  function goBack() {
    return requestGoBack(tabId, (tabId) => browser.tabs.goBack(tabId)).then(() => leaveTo(tabId));
  }

  async function show() {
    const { shown } = await ask('marksShow', { tabId });
    if (shown === 0) throw new Error(i18n.t('popup.state.shown'));
    await leaveTo(tabId);
  }

  function primary(label: string, work: () => Promise<unknown>) {
    return (
      <Button kind="primary" busy={isBusy} onPress={() => void press(work)}>
        {label}
      </Button>
    );
  }

  function report() {
    return (
      <Button kind="row" focused={from.name === 'report'} onPress={() => onShow({ name: 'report', url })}>
        <Icon name="report" />
        {i18n.t(url === null ? 'report.openAny' : 'popup.state.report')}
        <Icon name="next" />
      </Button>
    );
  }

  function falseAlarm(content: string) {
    const show = () => onShow({ name: 'dispute', content, fixed: true });
    return (
      <Button kind="row" focused={from.name === 'dispute'} onPress={show}>
        <Icon name="note" />
        {i18n.t('dispute.title')}
        <Icon name="next" />
      </Button>
    );
  }
}

/** The way to what helps somebody to whom it happened. */
const help = (scam: ScamKind = 'other') => (
  <LinkButton kind="row" href={stepsPath(scam)}>
    <Icon name="help" />
    {scamInWords(scam).already} {i18n.t('popup.state.help')}
    <Icon name="outside" />
  </LinkButton>
);

type ReceiptProps = { report: NonNullable<Overview['reported']>; focused: boolean; onPress: () => void };

/** That the person reported the page, and the way to what they reported. */
export const Receipt = ({ report, focused, onPress }: ReceiptProps) => (
  <p class="small quiet">
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
