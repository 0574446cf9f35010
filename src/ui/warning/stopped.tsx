import { useEffect, useRef, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import type { ScamKind } from '../../api/report/scam-kind.ts';
import { i18n } from '../../language/i18n.ts';
import { isolated } from '../../language/locale.ts';
import type { MessageReply } from '../../messaging/catalogue.ts';
import { BRAND } from '../../organization/current.ts';
import { isTestHost } from '../../protection/health/test-host.ts';
import type { Verdict } from '../../protection/verdict/verdict.ts';
import { stepsPath } from '../../protection/warning/address.ts';
import { Contact, HAS_CONTACT } from '../component/brand/links.tsx';
import { Icon } from '../component/icon/icon.tsx';
import { Button, LinkButton } from '../component/input/button.tsx';
import { later } from '../component/later.tsx';
import { Managed, Notice, Progress } from '../component/notice.tsx';
import { Disclosure } from '../component/panel/panel.tsx';
import { useAction } from '../page/action.ts';
import { useAsk } from '../page/ask.ts';
import { reportBeside } from '../report/beside.tsx';
import { scamInWords } from '../words/scam.ts';
import { failureInWords, sinceInWords } from '../words/verdict.ts';
import { Disputed } from './disputed.tsx';
import { Layout } from './layout.tsx';
import type { WarningState } from './state.ts';
import { StoppedFile } from './stopped-file.tsx';
import { HostBox } from './target/host-box.tsx';
import type { Target } from './target/target.ts';

const Details = later(async () => (await import('./details.tsx')).Details);
const Dispute = later(async () => (await import('../submission/dispute-form.tsx')).DisputeForm);
const Proceed = later(async () => (await import('./proceed/proceed.tsx')).Proceed);

const Receipt = later(async () => (await import('./receipt.tsx')).Receipt);

/** Scams that ask a wallet for something. */
const WALLET_SCAMS: readonly ScamKind[] = ['drainer', 'seed-phishing'];

type StoppedProps = {
  heading: string;
  described: MessageReply<'warningDescribe'>;
  target: Target;
  state: WarningState;
  onGoBack: () => void;
};
type Panel = 'dispute' | 'why' | 'proceed';

/** A site that was stopped: what would have happened there, and the ways on. The way back comes first. */
export function Stopped({ heading, described, target, state, onGoBack }: StoppedProps) {
  const ask = useAsk();
  const { verdict, policy, lookalike, loaded, wasStopped, managedBy, opening } = described;
  const [panel, setPanel] = useState<Panel | null>(null);
  const reporting = useAction();
  const retrying = useAction();
  const scam = verdict.scam ?? 'other';
  const unconfirmed = verdict.kind !== 'blocked';
  // A script of the page may have run, unseen.
  const mayHaveOpenedWallet = wasStopped && loaded && WALLET_SCAMS.includes(scam);
  const isClosed = unconfirmed && policy === 'closed';
  const show = (name: Panel) => (open: boolean) => setPanel(open ? name : null);
  const showProceed = (open: boolean) => setPanel(open ? 'proceed' : 'why');
  /** Known before the press: a browser opens a panel only in the turn in which a person acted. */
  const here = useRef<{ windowId: number } | null>(null);
  useEffect(() => {
    void browser.windows.getCurrent().then(({ id: windowId }) => {
      here.current = windowId === undefined ? null : { windowId };
    });
  }, []);
  const report = () => reportBeside(here.current, { url: target.url, text: '' }, ask);
  const isWriting = panel === 'dispute';
  state.occupied = isWriting;
  // What was written may have become a dispute, and the site may have left the list meanwhile.
  useEffect(() => {
    if (!isWriting) return;
    return () => {
      state.occupied = false;
      void state.ask();
    };
  }, [isWriting]);
  const change = state.change.value;
  const isReleased = change === 'released';
  return (
    <Layout
      tone={isReleased ? 'plain' : unconfirmed ? 'caution' : 'danger'}
      icon={<Icon name={isReleased ? 'note' : unconfirmed ? 'clock' : 'stop'} large />}
      title={heading}
    >
      {isTestHost(target.host) && <Notice title={i18n.t('warning.test')} />}
      {described.dispute && <Disputed entry={described.dispute} />}
      <HostBox
        target={target}
        part={partOf(verdict)}
        lookalike={lookalike}
        since={isReleased ? null : sinceInWords(verdict)}
      />
      <div class="warning-words">
        <p>{isReleased ? i18n.t('warning.stillWriting') : whyInWords(verdict)}</p>
        {scam === 'other' && verdict.reason !== undefined && (
          <p>
            {i18n.t('warning.asReported')} <bdi>{verdict.reason}</bdi>
          </p>
        )}
        {!loaded && <p>{i18n.t('warning.nothingLoaded')}</p>}
        {mayHaveOpenedWallet && <p>{i18n.t('warning.walletOpened')}</p>}
        {described.file && <StoppedFile file={described.file} />}
      </div>
      {verdict.allowedAbove !== undefined && (
        <p>
          {i18n.t('warning.allowedAbove', {
            allowed: verdict.allowedAbove.replace(/\/$/, ''),
            host: verdict.asset.content,
          })}
        </p>
      )}
      <div class="warning-actions">
        <Button kind="primary" focused onPress={onGoBack}>
          {i18n.t('warning.goBack')}
        </Button>
        {unconfirmed && (
          <Button busy={retrying.isBusy} onPress={() => void retrying.press(() => state.retry())}>
            {i18n.t('action.retry')}
          </Button>
        )}
        {lookalike !== null && (
          <LinkButton kind="quiet" href={`https://${lookalike.original}/`}>
            {i18n.t('warning.goToReal', { original: lookalike.original })}
            <Icon name="outside" />
          </LinkButton>
        )}
      </div>
      {retrying.isBusy && <Progress label={i18n.t('warning.checkingHint')} />}
      <Receipt url={target.url} />
      {reporting.problem && <Notice tone="caution" title={reporting.problem} />}
      {change === 'silent' && (
        <Notice tone="caution" title={i18n.t('popup.silent', { brand: BRAND.shortName })}>
          {i18n.t('warning.stillSilent')}
        </Notice>
      )}
      <div class="warning-ways">
        <LinkButton kind="quiet" href={stepsPath(scam)}>
          {scamInWords(scam).already} {i18n.t('popup.state.help')}
          <Icon name="outside" />
        </LinkButton>
        {(!described.dispute || panel === 'dispute') && (
          <Disclosure label={i18n.t('warning.disputeLink')} open={panel === 'dispute'} onToggle={show('dispute')}>
            <Dispute content={verdict.asset.content} onClose={() => setPanel(null)} />
          </Disclosure>
        )}
        <Disclosure label={i18n.t('warning.why')} open={panel === 'why' || panel === 'proceed'} onToggle={show('why')}>
          <Details verdict={verdict} />
          <Button kind="quiet" busy={reporting.isBusy} onPress={() => void reporting.press(report)}>
            {i18n.t('warning.reportMore')}
            <Icon name="next" />
          </Button>
          {opening.who !== 'nobody' && !isClosed && (
            <Disclosure label={i18n.t('warning.proceedLink')} open={panel === 'proceed'} onToggle={showProceed}>
              <Proceed target={target} opening={opening} state={state} onClose={() => setPanel('why')} />
            </Disclosure>
          )}
        </Disclosure>
        {opening.who === 'nobody' && <NotOpened by={opening.by || BRAND.name} />}
        {opening.who !== 'nobody' &&
          isClosed &&
          (managedBy === null ? (
            <p class="small quiet">{i18n.t('warning.closedHint')}</p>
          ) : (
            <Managed words={i18n.t('warning.managed', { name: isolated(managedBy || BRAND.name) })} />
          ))}
      </div>
    </Layout>
  );
}

/** An organization lets nobody open what is listed: who that is, and where a person who needs the site can ask. */
const NotOpened = ({ by }: { by: string }) => (
  <div class="warning-managed">
    <Managed words={i18n.t('warning.notOpened', { name: isolated(by) })} />
    {HAS_CONTACT && <Contact label={i18n.t('warning.askSupport')} />}
  </div>
);

/** What would happen there, or why nobody knows. */
function whyInWords(verdict: Verdict): string {
  if (verdict.kind === 'blocked') return scamInWords(verdict.scam ?? 'other').consequence;
  if (verdict.kind === 'unknown') return i18n.t('warning.uncheckedHint');
  return `${i18n.t('warning.unconfirmedHint')} ${failureInWords(verdict)}`;
}

/** What is listed where that is less than the whole site. */
const partOf = ({ asset, expression }: Verdict): Verdict['asset'] | null =>
  expression === undefined || asset.type === 'URL' ? null : asset;
