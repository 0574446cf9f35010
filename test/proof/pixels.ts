import type { CDPSession, Page } from '@playwright/test';

/** Every frame that a tab showed, as PNG in base64, from `watch` on. */
export class Screencast {
  readonly frames: string[] = [];
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  static async watch(page: Page): Promise<Screencast> {
    const session = await page.context().newCDPSession(page);
    const cast = new Screencast(session);
    session.on('Page.screencastFrame', ({ data, sessionId }) => {
      cast.frames.push(data);
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    });
    await session.send('Page.startScreencast', { format: 'png', maxWidth: 200, maxHeight: 150, everyNthFrame: 1 });
    return cast;
  }

  async stop(): Promise<void> {
    await this.#session.send('Page.stopScreencast').catch(() => {});
    await this.#session.detach().catch(() => {});
  }
}

/**
 * How many of these frames hold at least one pixel of the pure red that every site of a proof is painted in.
 * @param judge a page that runs no extension and may decode images
 */
export async function redFrames(judge: Page, frames: readonly string[]): Promise<number> {
  return judge.evaluate(async (frames) => {
    let red = 0;
    for (const frame of frames) {
      const bytes = Uint8Array.from(atob(frame), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const drawing = canvas.getContext('2d')!;
      drawing.drawImage(image, 0, 0);
      const { data } = drawing.getImageData(0, 0, image.width, image.height);
      for (let at = 0; at < data.length; at += 4) {
        if (data[at]! > 200 && data[at + 1]! < 20 && data[at + 2]! < 20) {
          red += 1;
          break;
        }
      }
    }
    return red;
  }, frames);
}
