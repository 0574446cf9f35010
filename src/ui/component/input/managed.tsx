import { Icon } from '../icon.tsx';
import './managed.css';

/** Says beside a control that a person cannot change it, and who decides. */
export const Managed = ({ words }: { words: string }) => (
  <p class="managed small quiet">
    <Icon name="managed" /> {words}
  </p>
);
