import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '#i18n';
import type { Health } from '../../protection/health/health.ts';
import { type Ask, problemOf } from '../ask.ts';
import { Card } from '../component/card.tsx';
import { Button, LinkButton } from '../component/input/button.tsx';
import { Actions } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import { HealthNotices } from '../health/notices.tsx';
import { checksInWords, listInWords, protectionInWords } from '../words/health.ts';

const REFRESH_MS = 3_000;

/** Whether the protection works, since when, and a check at the person's wish. */
export function HealthCard({ ask }: { ask: Ask }) {
  const health = useSignal<Health | null>(null);
  const problem = useSignal<string | null>(null);
  const busy = useSignal(false);
  const take = async (answer: Promise<Health>) => {
    try {
      health.value = await answer;
      problem.value = null;
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  const read = () => take(ask('healthRead', {}));
  useEffect(() => {
    void read();
    const timer = setInterval(() => void read(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const check = async () => {
    busy.value = true;
    await take(ask('listSync', {}));
    busy.value = false;
  };
  const now = Date.now();
  return (
    <Card title={i18n.t('settings.health')}>
      {health.value && (
        <>
          <div>
            <p>{protectionInWords(health.value, now)}</p>
            <p class="small quiet">{checksInWords(health.value, now)}</p>
            {health.value.list && <p class="small quiet">{listInWords(health.value)}</p>}
          </div>
          <HealthNotices problems={health.value.problems} ask={ask} onChanged={read} inSettings />
        </>
      )}
      {problem.value && <Notice tone="caution" title={problem.value} />}
      <Actions>
        <Button busy={busy.value} onPress={() => void check()}>
          {i18n.t(busy.value ? 'health.checking' : 'action.checkNow')}
        </Button>
        <LinkButton href={browser.runtime.getURL('/self-test.html')}>{i18n.t('selfTest.open')}</LinkButton>
      </Actions>
    </Card>
  );
}
