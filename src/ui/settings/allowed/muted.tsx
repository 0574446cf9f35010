import { useEffect, useState } from 'preact/hooks';
import { i18n } from '../../../language/i18n.ts';
import { BRAND } from '../../../organization/current.ts';
import type { Muted as MutedKind } from '../../../protection/notice/notice.ts';
import { Address } from '../../component/address/address.tsx';
import { Card, Row, Rows } from '../../component/card.tsx';
import { Button } from '../../component/input/button.tsx';
import { Notice } from '../../component/notice.tsx';
import { useAction } from '../../page/action.ts';
import { useAsk } from '../../page/ask.ts';

const WORDS = {
  notices: { title: 'settings.muted', hint: 'settings.mutedHint', restore: 'settings.unmute' },
  marks: { title: 'settings.unmarked', hint: 'settings.unmarkedHint', restore: 'settings.mark' },
  protection: { title: 'settings.paused', hint: 'settings.pausedHint', restore: 'popup.state.resume' },
} as const;

/** The sites on which a person wants no notice, no marks or no protection, and the way to take that back. Nothing where there are none. */
export function Muted({ of }: { of: MutedKind }) {
  const ask = useAsk();
  const words = WORDS[of];
  const [hosts, setHosts] = useState<readonly string[]>([]);
  const { problem, press } = useAction();
  const read = () => ask('mutedSitesList', { of }).then(({ hosts }) => setHosts(hosts));
  const restore = (host: string) => ask('mutedSiteRestore', { of, host }).then(read);
  useEffect(() => void press(read), []);
  if (hosts.length === 0 && problem === null) return null;
  const title = i18n.t(words.title, { brand: BRAND.shortName });
  return (
    <Card title={title}>
      {problem !== null && <Notice tone="caution" title={problem} />}
      <p class="small quiet">{i18n.t(words.hint)}</p>
      <Rows label={title}>
        {hosts.map((host) => (
          <Row
            key={host}
            action={
              <Button label={`${i18n.t(words.restore)}: ${host}`} onPress={() => void press(() => restore(host))}>
                {i18n.t(words.restore)}
              </Button>
            }
          >
            <Address value={host} />
          </Row>
        ))}
      </Rows>
    </Card>
  );
}
