import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import { BRAND } from '../../organization/current.ts';
import { BrandLinks, Contact, HAS_CONTACT } from '../component/brand/links.tsx';
import { Card } from '../component/card.tsx';

const REQUESTS = [
  'settings.privacyList',
  'settings.privacyConfirm',
  'settings.privacyOrganization',
  'settings.privacySend',
  'settings.privacyKey',
] as const;

/** Which version this is, and every request that it makes, in words. */
export const About = () => (
  <Card title={i18n.t('settings.about')}>
    <div>
      <p>
        {BRAND.name} · {i18n.t('settings.version', { version: browser.runtime.getManifest().version })}
      </p>
      {HAS_CONTACT && <Contact label={i18n.t('settings.support')} />}
      <BrandLinks />
    </div>
    <div>
      <h3>{i18n.t('settings.privacy')}</h3>
      <p>{i18n.t('settings.privacyIntro', { brand: BRAND.shortName })}</p>
      <ul class="settings-requests">
        {REQUESTS.map((key) => (
          <li key={key}>{i18n.t(key)}</li>
        ))}
      </ul>
      <p>{i18n.t('settings.privacyNothing')}</p>
      <p>
        <a href={browser.runtime.getURL(`/privacy/${i18n.t('language')}.html` as '/')} target="_blank" rel="noopener">
          {i18n.t('privacy.open')}
        </a>
      </p>
    </div>
  </Card>
);
