import { i18n } from '../../../language/i18n.ts';
import { textIn } from '../../../organization/brand-text.ts';
import { BRAND } from '../../../organization/current.ts';
import { Icon } from '../icon/icon.tsx';
import './links.css';

/** Whether the brand says where people find help. */
export const HAS_CONTACT =
  BRAND.supportUrl !== null || BRAND.supportEmail !== undefined || BRAND.supportPhone !== undefined;

type ContactProps = {
  /** What the page of help is called here. */
  label: string;
};

/** Where people find help: a page, an address to write to, a number to call. */
export const Contact = ({ label }: ContactProps) => (
  <ul class="brand-links">
    {BRAND.supportUrl !== null && (
      <li>
        <a href={BRAND.supportUrl} target="_blank" rel="noopener noreferrer">
          {label} <Icon name="outside" />
        </a>
      </li>
    )}
    {BRAND.supportEmail !== undefined && (
      <li>
        {i18n.t('settings.supportEmail')} <a href={`mailto:${BRAND.supportEmail}`}>{BRAND.supportEmail}</a>
      </li>
    )}
    {BRAND.supportPhone !== undefined && (
      <li>
        {i18n.t('settings.supportPhone')}{' '}
        <a href={`tel:${BRAND.supportPhone.replace(/[^+\d]/g, '')}`}>
          <bdi dir="ltr">{BRAND.supportPhone}</bdi>
        </a>
      </li>
    )}
  </ul>
);

/** The brand's own pages that it leads people to. Nothing where there are none: a screen reader announces an empty list. */
export const BrandLinks = () =>
  BRAND.links && (
    <ul class="brand-links">
      {BRAND.links.map(({ title, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {textIn(title, i18n.t('language'))} <Icon name="outside" />
          </a>
        </li>
      ))}
    </ul>
  );
