import { useEffect, useRef, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { canonicalEvmAddress, checksumAddress } from '../../asset/address/evm.ts';
import { runs } from '../../asset/address/similarity.ts';
import { i18n } from '../../language/i18n.ts';
import type { MessageReply } from '../../messaging/catalogue.ts';
import type { RequestKind } from '../../wallet/kinds.ts';
import { Icon } from '../component/icon/icon.tsx';
import { ArmedButton } from '../component/input/armed-button.tsx';
import { Button, LinkButton } from '../component/input/button.tsx';
import { Managed, Notice } from '../component/notice.tsx';
import { useEscape } from '../component/panel/escape.ts';
import { useAction } from '../page/action.ts';
import { useAsk } from '../page/ask.ts';
import { Layout } from '../warning/layout.tsx';
import { failureInWords, listingInWords } from '../words/verdict.ts';
import '../warning/page.css';
import './page.css';

type Decision = MessageReply<'walletDescribe'>;
type Cause = Decision['cause'];

/** Asks the person whether a request goes on to their wallet. Everything but "Send anyway" means that it does not. */
export function WalletPage({ id }: { id: string }) {
  const ask = useAsk();
  const [decision, setDecision] = useState<Decision | null | 'gone'>(null);
  const { problem, isBusy, press } = useAction();
  const decide = (isSent: boolean) => void press(() => ask('walletDecide', { id, isSent }));
  useEffect(() => {
    void ask('walletDescribe', { id }).then(setDecision, () => setDecision('gone'));
  }, []);
  useEscape(() => {
    decide(false);
    return true;
  });
  const panel = useRef<HTMLDivElement>(null);
  if (decision === null) return <Layout isPending title="" children={null} />;
  if (decision === 'gone')
    return (
      <Layout title={i18n.t('wallet.gone')}>
        <p>{i18n.t('wallet.goneHint')}</p>
      </Layout>
    );
  const { cause, maySend } = decision;
  const isListed = cause.kind === 'listed' && cause.verdict.kind === 'blocked';
  return (
    <Layout
      tone={isListed ? 'danger' : 'caution'}
      icon={<Icon name={isListed ? 'stop' : 'hold'} large />}
      title={i18n.t(`wallet.title.${cause.kind === 'listed' && !isListed ? 'unconfirmed' : cause.kind}`)}
    >
      <div ref={panel} class="wallet-request">
        <Request decision={decision} />
        <div class="warning-actions">
          <Button kind="primary" focused busy={isBusy} onPress={() => decide(false)}>
            {i18n.t('wallet.refuse')}
          </Button>
          {cause.kind === 'listed' && (
            <LinkButton kind="quiet" href={disputePath(cause)}>
              {i18n.t('dispute.title')}
              <Icon name="outside" />
            </LinkButton>
          )}
        </div>
        {problem && <Notice tone="danger" title={problem} />}
        {maySend ? (
          <ArmedButton panel={panel} busy={isBusy} onPress={() => decide(true)}>
            {i18n.t('wallet.send')}
          </ArmedButton>
        ) : (
          <Managed words={i18n.t('wallet.barred')} />
        )}
      </div>
    </Layout>
  );
}

const disputePath = ({ verdict }: Extract<Cause, { kind: 'listed' }>) =>
  browser.runtime.getURL(`/popup.html?view=dispute&content=${encodeURIComponent(verdict.asset.content)}` as '/');

/** What is asked of the wallet, about whom, and why it waits. */
function Request({ decision: { site, kind, cause } }: { decision: Decision }) {
  if (cause.kind === 'elsewhere') return <p>{i18n.t('wallet.elsewhere', { site, host: cause.host })}</p>;
  const party = spelled(cause.kind === 'alike' ? cause.second : cause.verdict.asset.content);
  const sentence = i18n.t(`wallet.asks.${sentenceOf(kind)}`, { site, party: shortened(party) });
  if (cause.kind === 'alike')
    return (
      <>
        <p>
          {sentence} {i18n.t('wallet.alike')}
        </p>
        <dl class="wallet-pair">
          {cause.first !== null && (
            <Compared label={i18n.t('wallet.used')} address={cause.first} other={cause.second} />
          )}
          <Compared label={i18n.t('wallet.asked')} address={cause.second} other={cause.first ?? cause.second} />
        </dl>
      </>
    );
  const { verdict } = cause;
  const isListed = verdict.kind === 'blocked';
  return (
    <>
      <p>
        {sentence} {i18n.t(isListed ? 'wallet.listed' : 'wallet.unconfirmed')}
      </p>
      <p class="raised wallet-party">
        <bdi dir="ltr" class="code">
          {party}
        </bdi>
      </p>
      <p class="quiet">{isListed ? listingInWords(verdict, Date.now()) : failureInWords(verdict)}</p>
    </>
  );
}

/** An address in which the characters stand out that differ from another one. */
const Compared = ({ label, address, other }: { label: string; address: string; other: string }) => (
  <div>
    <dt class="small quiet">{label}</dt>
    <dd dir="ltr" class="code">
      {runs(address, other).map(([text, differs]) => (differs ? <strong>{text}</strong> : text))}
    </dd>
  </div>
);

/** As a wallet shows it: with the mixed-case checksum where it is one of Ethereum. */
const spelled = (content: string): string =>
  canonicalEvmAddress(content) === content ? checksumAddress(content) : content;
/** A host is never shortened. */
const shortened = (party: string): string =>
  party.length > 24 && !party.includes('.') ? `${party.slice(0, 6)}…${party.slice(-4)}` : party;

const SENTENCES = {
  send: 'send',
  transfer: 'transfer',
  approve: 'approve',
  permit: 'approve',
  'approve-all': 'approveAll',
  order: 'order',
  safe: 'safe',
  delegate: 'delegate',
  network: 'network',
  token: 'token',
} as const satisfies Partial<Record<RequestKind, string>>;
const sentenceOf = (kind: RequestKind) => (kind in SENTENCES ? SENTENCES[kind as keyof typeof SENTENCES] : 'names');
