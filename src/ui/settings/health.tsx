import { useSignal } from '@preact/signals';
import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import type { Health } from '../../protection/health/health.ts';
import { Card } from '../component/card.tsx';
import { Button, LinkButton } from '../component/input/button.tsx';
import { Actions } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import { HealthNotices } from '../component/health/notices.tsx';
import { ProtectionLine } from '../component/health/protection.tsx';
import type { Ask } from '../page/ask.ts';
import { useAttempts, useRepeated } from '../page/hooks.ts';
import { checksInWords, listInWords } from '../words/health.ts';

const REFRESH_INTERVAL_MS = 3_000;

/** Whether the protection works, since when, and a check at the person's wish. */
export function HealthCard({ ask }: { ask: Ask }) {
  const health = useSignal<Health | null>(null);
  const { problem, attempt } = useAttempts();
  const busy = useSignal(false);
  const take = (answer: Promise<Health>) =>
    attempt(async () => {
      health.value = await answer;
    });
  const read = () => take(ask('healthRead', {}));
  useRepeated(read, REFRESH_INTERVAL_MS);
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
            <ProtectionLine health={health.value} />
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
