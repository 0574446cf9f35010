import { BRAND } from '../../../organization/current.ts';
import { pictureOf } from '../../../organization/picture.ts';
import './mark.css';

type MarkProps = {
  name?: string;
  /** A `data:` address; the brand's own icon where there is none. */
  picture?: string | undefined;
  /** Set on a coloured background, where a wordmark might be unreadable. */
  onBand?: boolean;
};

const WORDMARK = pictureOf(BRAND, 'wordmark');
const DARK = '(prefers-color-scheme: dark)';

/** Icon and name of the brand or of its organization, at the head of every page; the brand's wordmark where it has one. */
export const Mark = ({ name = BRAND.name, picture, onBand = false }: MarkProps) => (
  <span class="mark">
    {WORDMARK === undefined || onBand ? (
      <>
        <picture class="mark-picture">
          {picture === undefined && <source srcset={pictureOf(BRAND, 'iconDark')} media={DARK} />}
          <img class="mark-sign" src={picture ?? '/icons/48.png'} alt="" width="20" height="20" />
        </picture>
        <span class="mark-name">{name}</span>
      </>
    ) : (
      <picture class="mark-picture">
        <source srcset={pictureOf(BRAND, 'wordmarkDark')} media={DARK} />
        <img class="mark-word" src={WORDMARK} alt={BRAND.name} />
      </picture>
    )}
  </span>
);
