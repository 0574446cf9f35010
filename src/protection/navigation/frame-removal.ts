import type { Opening } from './tab-records.ts';

/**
 * A listed frame at its commit. `documentId` distinguishes it from later documents in the frame; of a held one nothing
 * has run.
 */
export type ListedFrame = {
  readonly tabId: number;
  readonly frameId: number;
  readonly parentFrameId: number;
  readonly documentId: string;
  readonly url: string;
  readonly isHeld: boolean;
};

type Frame = Pick<ListedFrame, 'frameId' | 'parentFrameId'> & { readonly documentId?: string | undefined };
type Tab = {
  readonly id?: number | undefined;
  readonly url?: string | undefined;
  /** Where it is heading. */
  readonly pendingUrl?: string | undefined;
};

/**
 * The browser functions for removing a frame. A promise may never settle: the guard in a busy frame does not answer.
 */
export type FramePort = {
  /** Every frame of a tab in the browser's order (webNavigation.getAllFrames); empty if the tab is gone. */
  frames(tabId: number): Promise<readonly Frame[]>;
  /** Makes the guard of a page wait for a frame with this token; settles when it waits. */
  awaitToken(tabId: number, frameId: number, token: string): Promise<unknown>;
  /** Makes the guard of a frame show this token to its parent page. */
  showToken(tabId: number, frameId: number, token: string): Promise<unknown>;
  /** Makes the guard of a page remove the frame at this index, if the page has `count` frames. */
  removeAt(tabId: number, frameId: number, index: number, count: number): Promise<unknown>;
  discard(tabId: number): Promise<unknown>;
  tabs(): Promise<readonly Tab[]>;
  /** The windows opened by the frames of a tab. */
  opened(tabId: number): readonly Opening[];
  close(tabId: number): Promise<unknown>;
  /** A new unguessable token. */
  token(): string;
  wait(milliseconds: number): Promise<void>;
};

/** Removes listed frames, each document once, however often its guard asks. */
export class FrameRemover {
  readonly #portOf: (url: string) => FramePort;
  readonly #running = new Set<string>();

  /** @param portOf the browser functions, with the notice about an address */
  constructor(portOf: (url: string) => FramePort) {
    this.#portOf = portOf;
  }

  /** Never rejects: if a step fails, the tab or frame is gone. */
  async remove(stopped: Omit<ListedFrame, 'parentFrameId'>): Promise<void> {
    const { tabId, documentId, url } = stopped;
    if (this.#running.has(documentId)) return;
    this.#running.add(documentId);
    const port = this.#portOf(url);
    const gone = (): undefined => undefined;
    const frame = (await port.frames(tabId).catch(() => [])).find((each) => each.documentId === documentId);
    if (frame) await removeFrame({ ...stopped, parentFrameId: frame.parentFrameId }, port).catch(gone);
    this.#running.delete(documentId);
  }
}

/** How a frame ended: it left, its page removed it, or its tab was discarded. */
export type RemovalResult = 'left' | 'removed' | 'discarded';

/** Milliseconds for each step before the next one is tried. */
const TIMEOUT_MS = 200;
/**
 * Number of checks for a held frame before any step is tried, and the milliseconds between. A held frame cannot resist,
 * so only the machine is slow.
 */
const HELD_ATTEMPTS = 15;
const HELD_TIMEOUT_MS = 1_000;
/** Number of checks before the tab is discarded: two seconds. */
const DISCARD_ATTEMPTS = 10;

/**
 * Removes a listed frame that does not leave by itself, by the mildest step that works. First its page removes it,
 * identified by its token or its index. Otherwise the browser discards the tab's page, which even a busy frame cannot
 * prevent. Windows that the frame may have filled are closed as well: a window without an address of its own cannot be
 * stopped otherwise.
 */
export async function removeFrame(listed: ListedFrame, port: FramePort): Promise<RemovalResult> {
  const filled = await windowsFilledBy(listed, port);
  const result = await removeByMildestMeans(listed, port);
  await Promise.allSettled(filled.map((id) => port.close(id)));
  return result;
}

/**
 * The windows without an address of their own that were opened by the frame, by one inside it, or by one that no longer
 * exists.
 */
async function windowsFilledBy({ tabId, frameId }: ListedFrame, port: FramePort): Promise<readonly number[]> {
  const opened = port.opened(tabId);
  if (opened.length === 0) return [];
  const [frames, tabs] = await Promise.all([port.frames(tabId), port.tabs()]);
  const parents = new Map(frames.map((frame) => [frame.frameId, frame.parentFrameId]));
  const isOfFrame = (id: number): boolean => id === frameId || (parents.has(id) && isOfFrame(parents.get(id)!));
  return opened
    .filter(({ sourceFrameId }) => isOfFrame(sourceFrameId) || !parents.has(sourceFrameId))
    .map((opening) => opening.tabId)
    .filter((id) => tabs.some((tab) => tab.id === id && isWithoutAddress(tab)));
}

const isWithoutAddress = ({ url, pendingUrl }: Tab): boolean =>
  pendingUrl === undefined && /^(about:blank|blob:)/.test(url ?? '');

async function removeByMildestMeans(listed: ListedFrame, port: FramePort): Promise<RemovalResult> {
  const { tabId, frameId, parentFrameId } = listed;
  const within = (work: Promise<unknown>) => Promise.race([work.catch(() => undefined), port.wait(TIMEOUT_MS)]);
  await port.wait(TIMEOUT_MS);
  for (let attempt = 0; listed.isHeld && attempt < HELD_ATTEMPTS; attempt += 1) {
    if (!(await isPresent(listed, port))) return 'left';
    await port.wait(HELD_TIMEOUT_MS);
  }
  if (!(await isPresent(listed, port))) return 'left';
  const token = port.token();
  await within(port.awaitToken(tabId, parentFrameId, token));
  await within(port.showToken(tabId, frameId, token));
  if (await isGone(listed, port)) return 'removed';
  const siblings = (await port.frames(tabId)).filter((frame) => frame.parentFrameId === parentFrameId);
  const index = siblings.findIndex((frame) => frame.frameId === frameId);
  await within(port.removeAt(tabId, parentFrameId, index, siblings.length));
  // Discarding also loses the surrounding page, so a busy machine gets more time first.
  for (let attempt = 0; attempt < DISCARD_ATTEMPTS; attempt += 1) if (await isGone(listed, port)) return 'removed';
  await port.discard(tabId);
  return 'discarded';
}

async function isGone(listed: ListedFrame, port: FramePort): Promise<boolean> {
  if (!(await isPresent(listed, port))) return true;
  await port.wait(TIMEOUT_MS);
  return !(await isPresent(listed, port));
}

async function isPresent({ tabId, documentId }: ListedFrame, port: FramePort): Promise<boolean> {
  return (await port.frames(tabId)).some((frame) => frame.documentId === documentId);
}
