import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '#i18n';
import { type Ask, problemOf } from '../ask.ts';
import { Button } from './input/button.tsx';

type Offer = 'none' | 'open' | 'taken';

/** Offers to tell by a notification what becomes of what was sent. Nothing where that is on, or where somebody else decides it. */
export function NotifyOffer({ ask }: { ask: Ask }) {
  const offer = useSignal<Offer>('none');
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    // Nothing of a private window is told where others may see it.
    if (browser.extension.inIncognitoContext) return;
    ask('settingsRead', {}).then(
      ({ notify }) => {
        if (!notify.value && notify.origin !== 'policy') offer.value = 'open';
      },
      () => undefined,
    );
  }, []);
  const accept = async () => {
    problem.value = null;
    try {
      if (!(await browser.permissions.request({ permissions: ['notifications'] }))) {
        problem.value = i18n.t('settings.notifyRefused');
        return;
      }
      await ask('settingsWrite', { notify: true });
      offer.value = 'taken';
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  return (
    <div>
      {offer.value === 'open' && (
        <>
          <Button onPress={() => void accept()}>{i18n.t('submission.tellMe')}</Button>
          <p class="small quiet">{i18n.t('submission.tellMeHint')}</p>
        </>
      )}
      <p class="small quiet" role="status">
        {problem.value ?? (offer.value === 'taken' && i18n.t('submission.tellMeOn'))}
      </p>
    </div>
  );
}
