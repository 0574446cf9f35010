import type { Page } from '@playwright/test';

type Context = { readonly id: number; readonly origin: string; readonly auxData?: { readonly type?: string } };

/**
 * The number of listeners that each world of the extension has on the window of a page, highest first: the world of a
 * replaced version exists beside that of its successor.
 */
export async function listenersOfWorlds(tab: Page): Promise<number[]> {
  const session = await tab.context().newCDPSession(tab);
  try {
    const contexts: Context[] = [];
    session.on('Runtime.executionContextCreated', ({ context }) => contexts.push(context as Context));
    await session.send('Runtime.enable');
    const worlds = contexts.filter(({ origin }) => origin.startsWith('chrome-extension://'));
    const counts = await Promise.all(
      worlds.map(async ({ id: contextId }) => {
        const { result } = await session.send('Runtime.evaluate', { expression: 'window', contextId });
        const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId! });
        return listeners.length;
      }),
    );
    return counts.sort((a, b) => b - a);
  } finally {
    await session.detach();
  }
}
