import type { ComponentChildren } from 'preact';
import { i18n } from '#i18n';
import { Icon } from '../component/icon.tsx';
import { Button } from '../component/input/button.tsx';

type SubviewProps = { title: string; onBack: () => void; children: ComponentChildren };

/** A view of the popup behind the first one: its title, the way back, and what it holds, which scrolls by itself. */
export const Subview = ({ title, onBack, children }: SubviewProps) => (
  <main class="popup">
    <header class="popup-head">
      <Button kind="quiet" label={i18n.t('action.back')} focused onPress={onBack}>
        <Icon name="back" />
      </Button>
      <h1 class="popup-title">{title}</h1>
    </header>
    <div class="popup-body popup-form">{children}</div>
  </main>
);
