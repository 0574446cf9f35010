import { browser } from 'wxt/browser';
import { i18n } from '#i18n';
import type { Ask } from '../ask.ts';
import { Icon } from '../component/icon.tsx';
import { Button } from '../component/input/button.tsx';
import { PrivateWindowsLine } from '../component/private-windows.tsx';
import { countsInWords } from '../words/outbox.ts';
import { Organization, PortalLink } from './organization.tsx';
import type { Overview } from './overview.ts';
import { Protection } from './protection.tsx';
import { SiteMarks } from './site-marks.tsx';
import { StateActions } from './state/actions.tsx';
import { stateOf } from './state/state.ts';
import { StateView } from './state/view.tsx';
import type { View } from './view.ts';

type MainProps = {
  overview: Overview | null;
  /** Whether the background did not answer the last time. */
  isSilent: boolean;
  tabId: number;
  /** The web address that the tab shows, also before the background has said anything about it. */
  url: string | null;
  ask: Ask;
  /** The view that the person came back from: the way there takes the focus again. */
  from: View;
  onShow: (view: View) => void;
  onChanged: () => Promise<void>;
};

/** The first view: the one thing there is to say about this tab, what to do about it, and whether the protection works. */
export function Main({ overview, isSilent, tabId, url, ask, from, onShow, onChanged }: MainProps) {
  const state = stateOf(overview, isSilent);
  return (
    <main class="popup">
      <header class="popup-head">
        <Organization overview={overview} />
        <Button kind="quiet" label={i18n.t('popup.settings')} onPress={() => void openSettings()}>
          <Icon name="settings" />
        </Button>
      </header>
      <div class="popup-body popup-main">
        <StateView state={state} url={url} />
        <StateActions
          state={state}
          tabId={tabId}
          url={url}
          ask={ask}
          from={from}
          onShow={onShow}
          onChanged={onChanged}
        />
        {overview && url !== null && (
          <SiteMarks
            isOff={overview.isUnmarked}
            blocked={overview.findings.blocked}
            tabId={tabId}
            ask={ask}
            onChanged={onChanged}
          />
        )}
      </div>
      <footer class="popup-foot small quiet">
        {overview && (
          <>
            <Protection
              health={overview.health}
              isSaid={state.kind === 'unprotected'}
              ask={ask}
              onChanged={onChanged}
            />
            <Reports
              counts={overview.outbox}
              focused={from.name === 'outbox' && from.id === null}
              onPress={() => onShow({ name: 'outbox', id: null })}
            />
            <PortalLink organization={overview.organization} />
          </>
        )}
        <PrivateWindowsLine />
      </footer>
    </main>
  );
}

type ReportsProps = { counts: Overview['outbox']; focused: boolean; onPress: () => void };

/** The way to what the person reported and disputed, where there is anything. */
function Reports({ counts, focused, onPress }: ReportsProps) {
  if (counts.sent + counts.waiting + counts.refused + counts.damaged === 0) return null;
  return (
    <Button kind="quiet" focused={focused} onPress={onPress}>
      {countsInWords(counts)}
      <Icon name="next" />
    </Button>
  );
}

async function openSettings(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/settings.html') });
  window.close();
}
