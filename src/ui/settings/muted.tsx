import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { i18n } from '#i18n';
import { type Ask, problemOf } from '../ask.ts';
import { Card } from '../component/card.tsx';
import { Host } from '../component/host.tsx';
import { Button } from '../component/input/button.tsx';
import { Notice } from '../component/notice.tsx';
import { Row, Rows } from '../component/row.tsx';

/** The sites about which a person wants no notice any more, and the way to take that back. Nothing where there are none. */
export function Muted({ ask }: { ask: Ask }) {
  const hosts = useSignal<readonly string[]>([]);
  const problem = useSignal<string | null>(null);
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      hosts.value = (await ask('mutedSitesList', {})).hosts;
      problem.value = null;
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  useEffect(() => void attempt(async () => undefined), []);
  if (hosts.value.length === 0 && problem.value === null) return null;
  return (
    <Card title={i18n.t('settings.muted')}>
      {problem.value !== null && <Notice tone="caution" title={problem.value} />}
      <p class="small quiet">{i18n.t('settings.mutedHint')}</p>
      <Rows label={i18n.t('settings.muted')}>
        {hosts.value.map((host) => (
          <Row
            key={host}
            action={
              <Button
                label={`${i18n.t('settings.unmute')}: ${host}`}
                onPress={() => void attempt(() => ask('mutedSiteRestore', { host }))}
              >
                {i18n.t('settings.unmute')}
              </Button>
            }
          >
            <Host host={host} />
          </Row>
        ))}
      </Rows>
    </Card>
  );
}
