import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import type { Health } from '../../protection/health/health.ts';
import { Card } from '../component/card.tsx';
import { HealthNotices } from '../component/health/notices.tsx';
import { ProtectionLine } from '../component/health/protection.tsx';
import { Button, LinkButton } from '../component/input/button.tsx';
import { Actions } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import type { Ask } from '../page/ask.ts';
import { useAttempts, useRepeated } from '../page/hooks.ts';
import { checksInWords, listInWords } from '../words/health.ts';

const REFRESH_INTERVAL_MS = 3_000;

/** Whether the protection works, since when, and a check at the person's wish. */
export function HealthCard({ ask }: { ask: Ask }) {
  const [health, setHealth] = useState<Health | null>(null);
  const { problem, attempt } = useAttempts();
  const [isBusy, setBusy] = useState(false);
  const take = (answer: Promise<Health>) => attempt(() => answer.then(setHealth));
  const read = () => take(ask('healthRead', {}));
  useRepeated(read, REFRESH_INTERVAL_MS);
  const check = async () => {
    setBusy(true);
    await take(ask('listSync', {}));
    setBusy(false);
  };
  const now = Date.now();
  return (
    <Card title={i18n.t('settings.health')}>
      {health && (
        <>
          <div>
            <ProtectionLine health={health} />
            <p class="small quiet">{checksInWords(health, now)}</p>
            {health.list && <p class="small quiet">{listInWords(health)}</p>}
          </div>
          <HealthNotices problems={health.problems} ask={ask} onChanged={read} inSettings />
        </>
      )}
      {problem && <Notice tone="caution" title={problem} />}
      <Actions>
        <Button busy={isBusy} onPress={() => void check()}>
          {i18n.t(isBusy ? 'health.checking' : 'action.checkNow')}
        </Button>
        <LinkButton href={browser.runtime.getURL('/self-test.html')}>{i18n.t('selfTest.open')}</LinkButton>
      </Actions>
    </Card>
  );
}
