import type { Cause } from '../confirmation/cause.ts';
import { stops } from '../verdict/decision.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { isWeb } from '../warning/address.ts';
import type { StoppedFrame } from './frame-removal.ts';

/** A frame as the browser reports it. Firefox reports no lifecycle. */
export type OpenFrame = {
  readonly frameId: number;
  readonly url: string;
  readonly documentId?: string | undefined;
  readonly documentLifecycle?: string | undefined;
};

export type OpenFramesPort = {
  verdict(url: string, tabId: number): Verdict | null;
  settle(url: string, tabId: number, cause: Cause): Promise<Verdict | null>;
  /** Every frame of a tab. */
  frames(tabId: number): Promise<readonly OpenFrame[]>;
  /** Removes a frame that runs; see {@link FrameRemover}. */
  remove(frame: StoppedFrame): void;
};

/**
 * Ends the frames of a tab whose sites were listed while its page was open: no guard looks again at a document that is
 * there. Like the page of a tab, a frame in use is only removed once it is confirmed; the question counts for the budget
 * of its page. Never rejects.
 * @returns whether a frame may be listed and could not be confirmed
 */
export async function endListedFrames(tabId: number, port: OpenFramesPort): Promise<boolean> {
  const frames = await port.frames(tabId).catch(() => []);
  const suspected = frames.filter(({ url }) => isWeb(url) && isSuspected(port.verdict(url, tabId)));
  const end = async ({ frameId, documentId, url, documentLifecycle = 'active' }: OpenFrame): Promise<boolean> => {
    // A page in its tab is ended as a whole; a prerendered one is checked when it is shown.
    if (frameId === 0 || documentLifecycle !== 'active') return false;
    const verdict = await port.settle(url, tabId, 'frame');
    if (verdict?.kind === 'blocked') port.remove({ tabId, frameId, documentId, url, isHeld: false });
    return verdict?.kind === 'unconfirmed' || verdict?.kind === 'checking';
  };
  return (await Promise.all(suspected.map(end))).includes(true);
}

const isSuspected = (verdict: Verdict | null): boolean =>
  verdict !== null && (verdict.kind === 'checking' || stops(verdict));
