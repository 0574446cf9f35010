import { useSignal } from '@preact/signals';
import { i18n } from '#i18n';
import { type Ask, problemOf } from '../ask.ts';
import { Button } from '../component/input/button.tsx';

type SiteMarksProps = {
  /** The person wants no marks on this site. */
  readonly isOff: boolean;
  /** Blocked addresses on the page. */
  readonly blocked: number;
  readonly tabId: number;
  readonly ask: Ask;
  readonly onChanged: () => Promise<void>;
};

/** Whether blocked addresses of this site are marked, and the way to change that. Nothing where it makes no difference. */
export function SiteMarks({ isOff, blocked, tabId, ask, onChanged }: SiteMarksProps) {
  const problem = useSignal<string | null>(null);
  const wasTurnedOn = useSignal(false);
  const turn = async () => {
    try {
      await ask('siteMarksWrite', { tabId, isOn: isOff });
      wasTurnedOn.value = isOff;
      problem.value = null;
      await onChanged();
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  if (!isOff && blocked === 0 && !wasTurnedOn.value) return null;
  const state = isOff ? i18n.t('siteMarks.off') : wasTurnedOn.value ? i18n.t('siteMarks.later') : null;
  return (
    <p class="small quiet">
      <span role="status">{problem.value ?? state}</span>{' '}
      <Button kind="quiet" onPress={() => void turn()}>
        {i18n.t(isOff ? 'siteMarks.turnOn' : 'siteMarks.turnOff')}
      </Button>
    </p>
  );
}
