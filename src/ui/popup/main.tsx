import { useState } from 'preact/hooks';
import { i18n } from '../../language/i18n.ts';
import { BRAND } from '../../organization/current.ts';
import { Host } from '../component/address/host.tsx';
import { Mark } from '../component/brand/mark.tsx';
import { PrivateWindowsLine } from '../component/health/private-windows.tsx';
import { ProtectionLine, RemedyButton } from '../component/health/protection.tsx';
import { Icon } from '../component/icon/icon.tsx';
import { Button, LinkButton } from '../component/input/button.tsx';
import { Panel } from '../component/panel/panel.tsx';
import { useAction } from '../page/action.ts';
import { useAsk } from '../page/ask.ts';
import { countsInWords } from '../words/outbox.ts';
import { More } from './more.tsx';
import type { Overview } from './overview.ts';
import { stateOf } from './state/state.ts';
import { Receipt, StateActions, StateView } from './state/view.tsx';
import { stateInWords } from './state/words.ts';
import { hostOf, type TabProps } from './view.ts';

const MORE = 'more';

type MainProps = TabProps & {
  overview: Overview | null;
  /** Whether the background did not answer the last time. */
  isSilent: boolean;
  /** Whether it answered once since the popup opened. */
  isAnswered: boolean;
};

/** The first view: the one thing there is to say about this tab, what to do about it, and whether the protection works. */
export function Main({ overview, isSilent, isAnswered, ...tab }: MainProps) {
  const { url, from, onShow, onChanged } = tab;
  const state = stateOf(overview, isSilent);
  const words = stateInWords(state, Date.now());
  const host = hostOf(url);
  const remedy = overview?.health.problems[0]?.remedy;
  const [isMore, setMore] = useState(false);
  const isWell = !isSilent && overview?.health.level === 'protected';
  /** Not where the state has the same words already, nor beside a listed site that is open: nobody is protected from that one. */
  const saysProtection = !['paused', 'unprotected'].includes(state.kind) && !(state.kind === 'opened' && isWell);
  return (
    <main class={`popup tone-${words.tone}`}>
      <header class="popup-head">
        {host === '' ? (
          <Organization overview={overview} />
        ) : (
          <p class="popup-host">
            <span class="visually-hidden">{i18n.t('popup.state.host')} </span>
            <Host host={host} />
          </p>
        )}
        <Button
          kind="quiet"
          label={i18n.t('popup.more')}
          expanded={isMore}
          controls={MORE}
          onPress={() => setMore(!isMore)}
        >
          <Icon name="more" />
        </Button>
      </header>
      {isMore && (
        <div id={MORE}>
          <Panel onClose={() => setMore(false)}>
            <More {...tab} mayPause={overview?.mayPause === true} onClose={() => setMore(false)} />
          </Panel>
        </div>
      )}
      <StateView state={state} words={words}>
        {overview?.reported && (
          <Receipt
            report={overview.reported}
            focused={from.name === 'outbox' && from.id !== null}
            onPress={() => onShow({ name: 'outbox', id: overview.reported?.id ?? null })}
          />
        )}
        {overview?.wallets && <p class="small quiet">{i18n.t(`wallet.state.${overview.wallets}`)}</p>}
        {overview?.isUnmarked && <NoMarks {...tab} />}
      </StateView>
      <StateActions state={state} {...tab} />
      {overview && (
        <div class="popup-rows">
          <Button kind="row" focused={from.name === 'check'} onPress={() => onShow({ name: 'check' })}>
            <Icon name="check" />
            {i18n.t('check.title')}
            <Icon name="next" />
          </Button>
          <Reports
            counts={overview.outbox}
            focused={from.name === 'outbox' && from.id === null}
            onPress={() => onShow({ name: 'outbox', id: null })}
          />
          <PortalLink organization={overview.organization} />
        </div>
      )}
      <footer class="popup-foot small quiet">
        {overview && saysProtection && (
          <ProtectionLine health={isSilent ? null : overview.health} isHidden={!isAnswered && !isSilent}>
            {!isSilent && !isWell && remedy && <RemedyButton kind="quiet" remedy={remedy} onChanged={onChanged} />}
          </ProtectionLine>
        )}
        {host !== '' && <Organization overview={overview} />}
        <PrivateWindowsLine />
      </footer>
    </main>
  );
}

type ReportsProps = { counts: Overview['outbox']; focused: boolean; onPress: () => void };

/** Opens the reports; nothing if there are none. */
function Reports({ counts, focused, onPress }: ReportsProps) {
  if (counts.sent + counts.waiting + counts.refused + counts.damaged === 0) return null;
  return (
    <Button kind="row" focused={focused} onPress={onPress}>
      <Icon name="reports" />
      {i18n.t('popup.reports')}
      <span class="popup-count">{countsInWords(counts)}</span>
      <Icon name="next" />
    </Button>
  );
}

/** Whose extension this is: the organization with its picture, or the brand alone until it is known. */
function Organization({ overview }: { overview: Overview | null }) {
  const organization = overview?.organization;
  if (!organization?.avatarUrl?.startsWith('data:image/')) return <Mark name={organization?.name ?? BRAND.name} />;
  return <Mark name={organization.name} picture={organization.avatarUrl} />;
}

/** The way to the organization's portal where it has one. */
function PortalLink({ organization }: { organization: Overview['organization'] }) {
  const { portal } = organization;
  if (!portal || !/^https?:\/\//i.test(portal.url)) return null;
  const { url, kind } = portal;
  return (
    <LinkButton kind="row" href={url}>
      <Icon name="managed" />
      {i18n.t(kind === 'portal' ? 'popup.portal' : 'popup.reportForm', { name: organization.name })}
      <span class="visually-hidden"> {i18n.t('popup.newTab')}</span>
      <Icon name="outside" />
    </LinkButton>
  );
}

/** That the person switched marks off on this site, and the way to have them again. */
function NoMarks({ tabId, onChanged }: Pick<TabProps, 'tabId' | 'onChanged'>) {
  const ask = useAsk();
  const { problem, isBusy, press } = useAction();
  const turnOn = () => ask('marksOn', { tabId }).then(onChanged);
  return (
    <p class="small quiet">
      <span role="status">{problem ?? i18n.t('siteMarks.off')}</span>{' '}
      <Button kind="quiet" busy={isBusy} onPress={() => void press(turnOn)}>
        {i18n.t('siteMarks.turnOn')}
      </Button>
    </p>
  );
}
