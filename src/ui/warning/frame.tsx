import { i18n } from '#i18n';
import { Host } from '../component/host.tsx';
import { Icon } from '../component/icon.tsx';
import { LinkButton } from '../component/input/button.tsx';
import type { Target } from './target.ts';

/**
 * The notice in the place of a stopped part of a page. It decides nothing and opens nothing but the warning in a tab of its own,
 * because the page around it could lead a person's clicks.
 */
export const FrameNotice = ({ target, pageAddress }: { target: Target; pageAddress: string }) => (
  <main class="frame tone-danger">
    <h1 class="frame-heading">
      <Icon name="stop" />
      {i18n.t('warning.frame')}
    </h1>
    <p class="small">
      <Host host={target.host} />
    </p>
    <LinkButton kind="quiet" href={pageAddress}>
      {i18n.t('warning.frameOpen')}
      <Icon name="outside" />
    </LinkButton>
  </main>
);
