import { useId, useState } from 'preact/hooks';
import type { Asset } from '../../../asset/type.ts';
import { readableHost } from '../../../asset/url/host/idn.ts';
import { registrableOf } from '../../../asset/url/host/registrable.ts';
import { i18n } from '../../../language/i18n.ts';
import type { LookalikeSite } from '../../../protection/notice/notice.ts';
import { Button } from '../../component/input/button.tsx';
import type { Target } from './target.ts';
import './host-box.css';

type HostBoxProps = {
  target: Target;
  /** What is listed, where that is known and less than the whole site. */
  part?: Asset | null;
  lookalike?: LookalikeSite | null;
  since?: string | null;
};

/**
 * The address that was stopped: what says whose it is stands out. A long one is folded, and whole one press away.
 */
export function HostBox({ target, part = null, lookalike = null, since = null }: HostBoxProps) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  const { above, own, path, folded } = hostParts(target);
  const isForeign = readableHost(target.host) !== target.host;
  return (
    <div class="host-box raised">
      <p>
        <bdi id={id} dir="ltr" class="host-box-address">
          {whole ? (
            <>
              {target.before}
              <strong>{target.host}</strong>
              {target.after}
            </>
          ) : (
            <>
              {above}
              <strong>{own}</strong>
              {path}
            </>
          )}
        </bdi>
      </p>
      {folded && (
        <Button kind="quiet" expanded={whole} controls={id} onPress={() => setWhole(!whole)}>
          {i18n.t(whole ? 'action.showLess' : 'action.showAll')}
        </Button>
      )}
      {isForeign && !whole && <p class="host-box-line">{i18n.t('host.ascii', { host: target.host })}</p>}
      {lookalike !== null && (
        <p class="host-box-line">
          {i18n.t(isForeign ? 'warning.lookalikeScript' : 'warning.lookalike', { original: lookalike.original })}
        </p>
      )}
      {part !== null && <p class="host-box-line">{partInWords(part, target.host)}</p>}
      {since !== null && <p class="host-box-line quiet">{since}</p>}
    </div>
  );
}

const partInWords = ({ type }: Asset, host: string): string =>
  type === 'PAGE' ? i18n.t('warning.onlyPage') : i18n.t('warning.onlyThis', { thing: i18n.t(`asset.${type}`), host });

/** An address in parts, for the eye: what says whose it is stands out. */
export type HostParts = {
  readonly above: string;
  /** What somebody registered or was given. */
  readonly own: string;
  readonly path: string;
  /** True where something was left out. */
  readonly folded: boolean;
};

/** Characters that fit beside each other into a few lines of the narrowest window. */
const MAX_LENGTH = { above: 26, own: 56, path: 40 };

/** The parts of a stopped address, without its scheme and user; long ones are folded in their middle, a path at its end. */
export function hostParts({ host, after, before }: Pick<Target, 'host' | 'after' | 'before'>): HostParts {
  const labels = readableHost(host).split('.');
  const count = host.startsWith('[') ? labels.length : registrableOf(host).split('.').length;
  const own = labels.slice(-count).join('.');
  const above = labels
    .slice(0, -count)
    .map((label) => `${label}.`)
    .join('');
  const path = after === '/' ? '' : after;
  const parts = {
    above: middleFolded(above, MAX_LENGTH.above),
    own: middleFolded(own, MAX_LENGTH.own),
    path: path.length > MAX_LENGTH.path ? `${path.slice(0, MAX_LENGTH.path)}…` : path,
  };
  const whole = parts.above === above && parts.own === own && parts.path === path;
  return { ...parts, folded: !whole || before.includes('@') };
}

function middleFolded(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = Math.ceil(maxLength / 2);
  return `${text.slice(0, maxLength - end - 1)}…${text.slice(-end)}`;
}
