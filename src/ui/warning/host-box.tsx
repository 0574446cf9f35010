import { useId, useState } from 'preact/hooks';
import { i18n } from '#i18n';
import type { Asset } from '../../asset/type.ts';
import { readableHost } from '../../asset/url/host/idn.ts';
import type { LookalikeSite } from '../../protection/notice/notice.ts';
import { Button } from '../component/input/button.tsx';
import { hostParts } from './parts.ts';
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
 * The address that was stopped: what says whose it is stands out, or the path where only that page is listed; long ones are folded and
 * whole one press away.
 */
export function HostBox({ target, part = null, lookalike = null, since = null }: HostBoxProps) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  const { above, own, path, folded } = hostParts(target);
  const isForeign = readableHost(target.host) !== target.host;
  return (
    <div class="host-box">
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
              {part ? own : <strong>{own}</strong>}
              {part ? <strong>{path}</strong> : path}
            </>
          )}
        </bdi>
        {folded && (
          <>
            {' '}
            <Button kind="quiet" expanded={whole} controls={id} onPress={() => setWhole(!whole)}>
              {i18n.t(whole ? 'action.showLess' : 'action.showAll')}
            </Button>
          </>
        )}
      </p>
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
  type === 'PAGE'
    ? i18n.t('warning.onlyPage', { host })
    : i18n.t('warning.onlyThis', { thing: i18n.t(`asset.${type}`), host });
