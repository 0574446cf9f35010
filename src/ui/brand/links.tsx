import { i18n } from '#i18n';
import { textIn } from '../../organization/brand-text.ts';
import { BRAND } from '../../organization/current.ts';
import { Icon } from '../component/icon.tsx';
import './links.css';

/** The brand's own pages that it leads people to. */
export const BrandLinks = () => (
  <ul class="brand-links">
    {(BRAND.links ?? []).map(({ title, url }) => (
      <li key={url}>
        <a href={url} target="_blank" rel="noopener noreferrer">
          {textIn(title, i18n.t('language'))} <Icon name="outside" />
        </a>
      </li>
    ))}
  </ul>
);
