import { isOrphaned } from '../../messaging/native.ts';
import { send } from '../../messaging/send.ts';
import { pageVerdictOf } from '../guard/page-verdict.ts';
import { WalletBridge } from './bridge.ts';
import { pauseMessages } from './direct-messages.ts';
import { offeredReader } from './reader-place.ts';

/** Answers the calls that are paused in the page of a window. */
export function startBridge(view: Window): void {
  const bridge = new WalletBridge({
    pageVerdict: () => pageVerdictOf(view),
    reader: async () => {
      await send('walletReader', {});
      return offeredReader();
    },
    ask: async (id, { kind, parties }) => (await send('walletRequest', { id, kind, parties })).answer,
    // A worker that is gone has no popup that could tell.
    missed: () => void send('walletMissed', {}).catch(() => undefined),
    isOrphaned,
  });
  bridge.listen(view.document);
  pauseMessages(view, bridge);
}
