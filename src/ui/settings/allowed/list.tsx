import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../../language/i18n.ts';
import type { Allowance } from '../../../protection/allowance/allowance.ts';
import { Empty, Rows } from '../../component/card.tsx';
import { Button } from '../../component/input/button.tsx';
import { later } from '../../component/later.tsx';
import { Notice } from '../../component/notice.tsx';
import { useAction } from '../../page/action.ts';
import { useAsk } from '../../page/ask.ts';
import { usePolling } from '../../page/polling.ts';
import { siteOf } from '../../words/allowance.ts';
import type { SettingsInForce } from '../governed.tsx';
import { AllowedRow } from './row.tsx';
import { refusedWords } from './words.ts';

const REFRESH_INTERVAL_MS = 5_000;

const Exchange = later(async () => (await import('./exchange.tsx')).AllowedExchange);

/** The sites that a person opened in spite of a warning, how far and how long each counts, and the way to take that back. */
export function Allowed({ settings }: { settings: SettingsInForce }) {
  const ask = useAsk();
  const [allowances, setAllowances] = useState<readonly Allowance[] | null>(null);
  const [removed, setRemoved] = useState<Allowance | null>(null);
  /** The allowance that was just restored; its row gets the focus. */
  const [restored, setRestored] = useState<string | null>(null);
  const action = useAction();
  const { press } = action;
  const read = () => ask('allowancesList', {}).then(({ allowances }) => setAllowances(allowances));
  const unread = usePolling(read, REFRESH_INTERVAL_MS);
  const problem = action.problem ?? unread;
  const remove = (allowance: Allowance) =>
    press(async () => {
      await ask('allowanceRevoke', { id: allowance.id });
      setRemoved(allowance);
      await read();
    });
  const restore = (allowance: Allowance) =>
    press(async () => {
      const { stored } = await ask('allowancesPut', { allowances: [allowance] });
      setRemoved(null);
      if (!stored[0]) throw new Error(refusedWords(settings, allowance));
      setRestored(allowance.id);
      await read();
    });
  if (allowances === null) return problem && <Notice tone="caution" title={problem} />;
  return (
    <>
      {problem && <Notice tone="caution" title={problem} />}
      {removed && (
        <Notice
          key={removed.id}
          title={i18n.t('settings.allowedRemoved', { site: siteOf(removed) })}
          action={
            <Button focused onPress={() => void restore(removed)}>
              {i18n.t('settings.undo')}
            </Button>
          }
        />
      )}
      {allowances.length === 0 && (
        <Empty title={i18n.t('settings.allowedEmpty')} hint={i18n.t('settings.allowedEmptyHint')} />
      )}
      {allowances.length > 0 && (
        <Rows label={i18n.t('settings.allowed')}>
          {allowances.map((allowance) => (
            <AllowedRow
              key={allowance.id}
              allowance={allowance}
              settings={settings}
              focused={restored === allowance.id}
              onRemove={() => void remove(allowance)}
              onChanged={() => press(read)}
            />
          ))}
        </Rows>
      )}
      {!browser.extension.inIncognitoContext && (
        <Exchange allowances={allowances} settings={settings} onAdded={() => press(read)} />
      )}
    </>
  );
}
