import { i18n } from '#i18n';
import { Mark } from '../component/mark.tsx';

/** The warning page without a web address: opened by hand, or by something that wanted it to open anything else. */
export const EmptyWarning = () => (
  <main class="warning">
    <Mark />
    <h1 class="warning-heading">{i18n.t('warning.invalid')}</h1>
    <p>{i18n.t('warning.invalidHint')}</p>
  </main>
);
