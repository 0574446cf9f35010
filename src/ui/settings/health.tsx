import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { i18n } from '../../language/i18n.ts';
import type { Health } from '../../protection/health/health.ts';
import { Card } from '../component/card.tsx';
import { HealthNotices } from '../component/health/notices.tsx';
import { ProtectionLine, RemedyButton } from '../component/health/protection.tsx';
import { LinkButton } from '../component/input/button.tsx';
import { Actions } from '../component/input/form.tsx';
import { Notice } from '../component/notice.tsx';
import { useAsk } from '../page/ask.ts';
import { usePolling } from '../page/polling.ts';
import { checksInWords, listInWords } from '../words/health.ts';

const REFRESH_INTERVAL_MS = 3_000;

/** Whether the protection works, since when, and a check at the person's wish. */
export function HealthCard() {
  const ask = useAsk();
  const [health, setHealth] = useState<Health | null>(null);
  const read = () => ask('healthRead', {}).then(setHealth);
  const unread = usePolling(read, REFRESH_INTERVAL_MS);
  const now = Date.now();
  return (
    <Card title={i18n.t('settings.health')}>
      {/* A worker that does not answer may not protect either. */}
      {health && unread === null && (
        <>
          <div>
            <ProtectionLine health={health} />
            <p class="small quiet">{checksInWords(health, now)}</p>
            {health.list && <p class="small quiet">{listInWords(health)}</p>}
          </div>
          <HealthNotices problems={health.problems} onChanged={read} inSettings />
        </>
      )}
      {unread && <Notice tone="caution" title={unread} />}
      <Actions>
        <RemedyButton remedy="check" onChanged={read} />
        <LinkButton href={browser.runtime.getURL('/self-test.html')}>{i18n.t('selfTest.open')}</LinkButton>
      </Actions>
    </Card>
  );
}
