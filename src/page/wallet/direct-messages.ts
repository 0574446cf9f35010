import { nativeRuntime } from '../../messaging/native.ts';
import { isBeforeWallets } from '../../wallet/known-wallets.ts';
import { isPausedMethod } from '../../wallet/methods.ts';
import type { WalletBridge } from './bridge.ts';

/** Where a page addresses messages to MetaMask's content script. */
const TARGET = 'metamask-contentscript';

type WalletMessage = { readonly target?: unknown; readonly data?: { readonly data?: unknown } };

/**
 * Pauses requests that a page posts straight to a wallet's content script. Only where this script hears a message before the
 * wallet's does: elsewhere each one would arrive twice. In Firefox that order is not known.
 */
export function pauseMessages(view: Window, bridge: Pick<WalletBridge, 'answer'>): void {
  const id = nativeRuntime()?.id;
  if (import.meta.env.FIREFOX || id === undefined || !isBeforeWallets(id)) return;
  const passing = new Set<string>();
  view.addEventListener(
    'message',
    (event) => {
      if (event.source !== view) return;
      const message = event.data as WalletMessage | null;
      if (message?.target !== TARGET) return;
      const asked = message.data?.data as { readonly method?: unknown; readonly params?: unknown } | null | undefined;
      const method = Array.isArray(asked) ? 'batch' : asked?.method;
      if (!isPausedMethod(method)) return;
      const text = textOf(message);
      if (text !== null && passing.delete(text)) return;
      event.stopImmediatePropagation();
      // A wallet's requests are JSON-RPC: what is no JSON is none that an application sends.
      if (text === null) return;
      const payload = Array.isArray(asked) ? asked : asked?.params;
      void bridge
        .answer(method, payload, () => undefined)
        .then((outcome) => {
          if (outcome === 'refuse') return;
          passing.add(text);
          view.postMessage(JSON.parse(text), '*');
        });
    },
    { capture: true },
  );
}

/** The JSON of a message; null where it has none. */
function textOf(message: WalletMessage): string | null {
  try {
    return JSON.stringify(message);
  } catch {
    return null;
  }
}
