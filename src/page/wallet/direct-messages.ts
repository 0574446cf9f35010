import { nativeRuntime } from '../../messaging/native.ts';
import { attempt } from '../../wallet/attempt.ts';
import { formOf } from '../../wallet/methods.ts';
import { isBeforeWallets } from '../../wallet/wallets.ts';
import type { CallCheck } from './channel.ts';

/** Pauses requests that a page posts straight to a wallet's content script, where this one hears them first: else each arrives twice. */
export function pauseMessages(view: Window, check: CallCheck): void {
  if (import.meta.env.FIREFOX || !isBeforeWallets(nativeRuntime()?.id)) return;
  const passing = new Set<string>();
  const onMessage = async (event: MessageEvent<{ target?: unknown; data?: { data?: unknown } } | null>) => {
    const isMeant = event.source === view && event.data?.target === 'metamask-contentscript';
    const asked = isMeant ? event.data?.data?.data : undefined;
    const { method, params } = Array.isArray(asked) ? { method: 'batch', params: asked } : Object(asked);
    if (!formOf(method)) return;
    // A wallet's requests are JSON-RPC: what is no JSON is none that an application sends.
    const text = attempt(() => JSON.stringify(event.data)) ?? '';
    if (passing.delete(text)) return;
    event.stopImmediatePropagation();
    if (text === '' || (await check(String(method), params, () => undefined)) === 'refuse') return;
    passing.add(text);
    view.postMessage(JSON.parse(text), '*');
  };
  view.addEventListener('message', (event) => void onMessage(event), { capture: true });
}
