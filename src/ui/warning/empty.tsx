import { i18n } from '#i18n';
import { Layout } from './layout.tsx';

/** The warning page without a web address: opened by hand, or by something that wanted it to open anything else. */
export const EmptyWarning = () => (
  <Layout title={i18n.t('warning.invalid')}>
    <p>{i18n.t('warning.invalidHint')}</p>
  </Layout>
);
