import { useEffect, useRef, useState } from 'preact/hooks';
import { canonicalEvmAddress, checksumAddress } from '../../asset/address/evm.ts';
import { runs } from '../../asset/address/similarity.ts';
import { i18n } from '../../language/i18n.ts';
import { textKey } from '../../language/text-key.ts';
import type { MessageReply } from '../../messaging/catalogue.ts';
import type { RequestKind } from '../../wallet/kinds.ts';
import { Address } from '../component/address/address.tsx';
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

/** Asks the person whether a request goes on to their wallet. Everything but the armed button means that it does not. */
export function WalletPage({ id }: { id: string }) {
  const ask = useAsk();
  const [decision, setDecision] = useState<MessageReply<'walletDescribe'> | null>(null);
  const described = useAction();
  const { problem, isBusy, press } = useAction();
  const decide = (isSent: boolean) => void press(() => ask('walletDecide', { id, isSent }));
  useEffect(() => void described.press(async () => setDecision(await ask('walletDescribe', { id }))), []);
  useEscape(() => void decide(false));
  const panel = useRef<HTMLDivElement>(null);
  if (decision === null)
    return (
      <Layout isPending={!described.problem} title={described.problem && i18n.t('wallet.gone')}>
        {described.problem && <p>{i18n.t('wallet.goneHint')}</p>}
      </Layout>
    );
  const { site, kind, cause, named, verdict, used, maySend } = decision;
  const isListed = cause === 'listed';
  const action = cause === 'elsewhere' ? 'signIn' : kind === 'send' || kind === 'transfer' ? 'send' : 'approve';
  // As a wallet shows it: with the mixed-case checksum where it is an address of Ethereum.
  const party = canonicalEvmAddress(named) === named ? checksumAddress(named) : named;
  return (
    <Layout
      tone={isListed ? 'danger' : 'caution'}
      icon={<Icon name={isListed ? 'stop' : verdict ? 'clock' : 'lookalike'} large />}
      title={i18n.t(`wallet.title.${cause}`)}
    >
      <div ref={panel} class="wallet-request">
        <p>
          {cause !== 'elsewhere' && i18n.t(`wallet.asks.${sentenceOf(kind)}`, { site, party: shortened(party) })}{' '}
          {i18n.t(`wallet.${cause}`, { site, party: shortened(party) })}
        </p>
        {cause === 'alike' && (
          <dl class="wallet-request">
            {used && <Compared label={i18n.t('wallet.used')} address={used} other={named} />}
            <Compared label={i18n.t('wallet.asked')} address={named} other={used ?? named} />
          </dl>
        )}
        {verdict && (
          <>
            <Address value={party} />
            <p class="quiet">{isListed ? listingInWords(verdict, Date.now()) : failureInWords(verdict)}</p>
            <LinkButton kind="quiet" href={`/popup.html?view=dispute&content=${encodeURIComponent(named)}`}>
              {i18n.t('dispute.title')}
              <Icon name="outside" />
            </LinkButton>
          </>
        )}
        <div class="warning-actions">
          <Button kind="primary" focused busy={isBusy} onPress={() => decide(false)}>
            {i18n.t('wallet.refuse')}
          </Button>
        </div>
        {problem && <Notice tone="danger" title={problem} />}
        {maySend ? (
          <ArmedButton panel={panel} busy={isBusy} onPress={() => decide(true)}>
            {i18n.t(`wallet.${action}`)}
          </ArmedButton>
        ) : (
          <Managed words={i18n.t('wallet.barred')} />
        )}
      </div>
    </Layout>
  );
}

const Compared = ({ label, address, other }: { label: string; address: string; other: string }) => (
  <div>
    <dt class="small quiet">{label}</dt>
    <dd dir="ltr" class="code">
      {runs(address, other).map(([text, differs]) => (differs ? <strong>{text}</strong> : text))}
    </dd>
  </div>
);

const shortened = (party: string): string => party.replace(/^([^.]{6})[^.]{15,}([^.]{4})$/, '$1…$2');

/** Kinds with a sentence of their own; those that name somebody for another reason share one. */
const KINDS = ['send', 'transfer', 'approve', 'approve-all', 'order', 'safe', 'delegate', 'network', 'token'] as const;
const sentenceOf = (kind: RequestKind) =>
  kind === 'permit' ? 'approve' : textKey(KINDS.find((each) => each === kind) ?? 'names');
