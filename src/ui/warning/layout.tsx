import type { ComponentChildren } from 'preact';
import { i18n } from '../../language/i18n.ts';
import { Host } from '../component/address/host.tsx';
import { Mark } from '../component/brand/mark.tsx';
import { Icon } from '../component/icon/icon.tsx';
import { Button, LinkButton } from '../component/input/button.tsx';
import type { Tone } from '../words/verdict.ts';
import { closeTab } from './navigation/go-back.ts';
import type { Target } from './target/target.ts';

type LayoutProps = {
  tone?: Tone;
  icon?: ComponentChildren;
  title: ComponentChildren;
  /** Set while it is not known yet what there is to say: what stands below the mark appears late then, and never flashes. */
  isPending?: boolean;
  children: ComponentChildren;
};

/** The layout of every state of the warning: the brand, and below it one card that says what happened and what can be done. */
export const Layout = ({ tone = 'plain', icon, title, isPending = false, children }: LayoutProps) => (
  <main class={`warning tone-${tone}${isPending ? ' warning-pending' : ''}`}>
    <Mark onBand={tone !== 'plain'} />
    <div class="warning-card raised">
      <div class="warning-title">
        {icon}
        <h1>{title}</h1>
      </div>
      {children}
    </div>
  </main>
);

/** The warning page without a web address: opened by hand, or by something that wanted it to open anything else. */
export const EmptyWarning = () => (
  <Layout title={i18n.t('warning.invalid')}>
    <p>{i18n.t('warning.invalidHint')}</p>
    <div class="warning-actions">
      <Button kind="primary" focused onPress={() => void closeTab()}>
        {i18n.t('warning.closeTab')}
      </Button>
    </div>
  </Layout>
);

/**
 * The notice in the place of a stopped part of a page. It decides nothing and opens nothing but the warning in a tab of its own,
 * because the page around it could lead a person's clicks.
 */
export const FrameNotice = ({ target, pageAddress }: { target: Target; pageAddress: string }) => (
  <main class="frame tone-danger" aria-labelledby="frame">
    <h1 id="frame" class="frame-heading">
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
