import { readableHost } from '../../../asset/url/host/idn.ts';
import { i18n } from '../../../language/i18n.ts';
import './host.css';

/**
 * A host, whole and wrapped at any character. One in another script is shown as it is read, and beside it as it is
 * written in ASCII, because the two can look alike.
 * @param host in ASCII
 */
export function Host({ host }: { host: string }) {
  const readable = readableHost(host);
  return (
    <>
      <bdi dir="ltr" class="host">
        {readable}
      </bdi>
      {readable !== host && <span class="host-ascii">{i18n.t('host.ascii', { host })}</span>}
    </>
  );
}
