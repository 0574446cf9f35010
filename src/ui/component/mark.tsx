import { BRAND } from '../../organization/current.ts';
import './mark.css';

type MarkProps = {
  name?: string;
  /** A `data:` address; the brand's own sign where there is none. */
  picture?: string;
};

/** Sign and name of the brand or of its organization, at the head of every page. */
export const Mark = ({ name = BRAND.name, picture }: MarkProps) => (
  <span class="mark">
    <img class="mark-sign" src={picture ?? '/icons/48.png'} alt="" width="20" height="20" />
    <span class="mark-name">{name}</span>
  </span>
);
