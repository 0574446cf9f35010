import type { ComponentChildren } from 'preact';
import { browser } from 'wxt/browser';
import { i18n } from '../../../language/i18n.ts';
import { BRAND } from '../../../organization/current.ts';
import type { Health, Remedy } from '../../../protection/health/health.ts';
import { useAction } from '../../page/action.ts';
import { type Ask, useAsk } from '../../page/ask.ts';
import { protectionInWords } from '../../words/health.ts';
import { Icon } from '../icon/icon.tsx';
import { Button } from '../input/button.tsx';
import './protection.css';

type ProtectionLineProps = {
  /** Null where the background does not answer: then it is unknown. */
  health: Health | null;
  /** Whether its place stays empty. */
  isHidden?: boolean;
  /** The remedy, unless it is shown elsewhere. */
  children?: ComponentChildren;
};

/** How well the person is protected, in one plain sentence: the same on every page that says it. */
export function ProtectionLine({ health, isHidden = false, children }: ProtectionLineProps) {
  const [tone, icon] = LEVELS[health?.level ?? 'reduced'];
  return (
    <div class={`protection tone-${tone}`} style={{ visibility: isHidden ? 'hidden' : undefined }}>
      <Icon name={icon} />
      <p>{health ? protectionInWords(health, Date.now()) : i18n.t('popup.silent', { brand: BRAND.shortName })}</p>
      {children}
    </div>
  );
}

const LEVELS = {
  protected: ['ok', 'done'],
  reduced: ['caution', 'caution'],
  unprotected: ['danger', 'off'],
} as const;

type RemedyButtonProps = {
  remedy: Remedy;
  /** Called when it was done, to look at the protection again. */
  onChanged: () => Promise<void>;
  kind?: 'primary' | 'plain' | 'quiet';
};

/** The one press that mends what is wrong with the protection, and what came of it where it failed. */
export function RemedyButton({ remedy, onChanged, kind = 'plain' }: RemedyButtonProps) {
  const ask = useAsk();
  const { problem, isBusy, press } = useAction();
  const apply = () => REMEDIES[remedy](ask).then(onChanged);
  return (
    <>
      <Button kind={kind} busy={isBusy} onPress={() => void press(apply)}>
        {i18n.t(isBusy && remedy === 'check' ? 'health.checking' : LABELS[remedy])}
      </Button>
      {problem && <p role="alert">{problem}</p>}
    </>
  );
}

const LABELS = {
  check: 'action.updateList',
  settings: 'action.openSettings',
  permission: 'health.permissionMissing.allow',
  'switch-on': 'health.switchOn',
  resume: 'popup.state.resume',
} as const satisfies Record<Remedy, string>;

const REMEDIES: Record<Remedy, (ask: Ask) => Promise<unknown>> = {
  check: (ask) => ask('listSync', {}),
  settings: () => browser.tabs.create({ url: browser.runtime.getURL('/settings.html') }),
  permission: () => browser.permissions.request({ origins: ['<all_urls>'] }),
  'switch-on': (ask) => ask('settingsWrite', { protectSites: true, protectAddresses: true }),
  resume: (ask) => ask('mutedSiteRestore', { of: 'protection', host: null }),
};
