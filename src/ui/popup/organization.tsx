import { i18n } from '#i18n';
import { BRAND } from '../../organization/current.ts';
import { Mark } from '../brand/mark.tsx';
import { Icon } from '../component/icon.tsx';
import type { Overview } from './overview.ts';

/** Whose extension this is: the organization with its picture, or the brand alone until it is known. */
export function Organization({ overview }: { overview: Overview | null }) {
  const organization = overview?.organization;
  if (!organization?.avatarUrl?.startsWith('data:image/')) return <Mark name={organization?.name ?? BRAND.name} />;
  return <Mark name={organization.name} picture={organization.avatarUrl} />;
}

/** The way to the organization's portal where it has one. */
export function PortalLink({ organization }: { organization: Overview['organization'] }) {
  const { portal } = organization;
  if (!portal || !/^https?:\/\//i.test(portal.url)) return null;
  const { url, kind } = portal;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {i18n.t(kind === 'portal' ? 'popup.portal' : 'popup.reportForm', { name: organization.name })}{' '}
      <Icon name="outside" />
      <span class="visually-hidden"> {i18n.t('popup.newTab')}</span>
    </a>
  );
}
