import { useSignal } from '@preact/signals';
import { browser } from 'wxt/browser';
import { i18n } from '#i18n';
import type { Health } from '../../protection/health/health.ts';
import { type Ask, problemOf } from '../ask.ts';
import { Button } from '../component/input/button.tsx';
import { Notice } from '../component/notice.tsx';
import { problemInWords, type Remedy } from '../words/health.ts';

type HealthNoticesProps = {
  health: Health;
  ask: Ask;
  onChanged: () => Promise<void>;
  /** On the settings page, which has the key and the check of its own. */
  inSettings?: boolean;
};

/** What is wrong with the protection, in words, each with the one thing that can be done about it. */
export function HealthNotices({ health, ask, onChanged, inSettings = false }: HealthNoticesProps) {
  const busy = useSignal<Remedy | null>(null);
  const failed = useSignal<string | null>(null);
  const apply = async (remedy: Remedy) => {
    busy.value = remedy;
    failed.value = null;
    try {
      await REMEDIES[remedy](ask);
      await onChanged();
    } catch (error) {
      failed.value = problemOf(error);
    }
    busy.value = null;
  };
  return (
    <>
      {!health.enabled && (
        <Notice
          tone="caution"
          title={i18n.t('health.off')}
          action={
            !inSettings && <Button onPress={() => void apply('settings')}>{i18n.t('action.openSettings')}</Button>
          }
        >
          {i18n.t('health.offHint')}
        </Notice>
      )}
      {health.problems.map((problem) => {
        const { what, doing, detail, tone, remedy } = problemInWords(problem);
        const offered = inSettings && remedy !== 'permission' ? null : remedy;
        return (
          <Notice
            key={problem.kind}
            tone={tone}
            title={what}
            action={
              offered && (
                <Button busy={busy.value === offered} onPress={() => void apply(offered)}>
                  {i18n.t(busy.value === offered && offered === 'check' ? 'health.checking' : LABELS[offered])}
                </Button>
              )
            }
          >
            <p>{doing}</p>
            {detail && <p>{detail}</p>}
          </Notice>
        );
      })}
      {failed.value && <Notice tone="danger" title={failed.value} />}
    </>
  );
}

const LABELS = {
  check: 'action.checkNow',
  settings: 'action.openSettings',
  permission: 'health.permissionMissing.allow',
} as const satisfies Record<Remedy, string>;

const REMEDIES: Record<Remedy, (ask: Ask) => Promise<unknown>> = {
  check: (ask) => ask('listSync', {}),
  settings: () => browser.tabs.create({ url: browser.runtime.getURL('/settings.html') }),
  permission: () => browser.permissions.request({ origins: ['<all_urls>'] }),
};
