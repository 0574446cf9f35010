import { isWeb } from '../warning/address.ts';
import { isSameDocument } from '../warning/short-address.ts';
import type { Opening } from './tab-records.ts';

/**
 * A frame that was told to leave. `documentId` distinguishes it from later documents in the frame; Firefox has none, and
 * there its address does. Of a held frame nothing has run.
 */
export type StoppedFrame = {
  readonly tabId: number;
  readonly frameId: number;
  readonly documentId?: string | undefined;
  readonly url: string;
  readonly isHeld: boolean;
};

/** The same with the frame or page around it. */
type ListedFrame = StoppedFrame & { readonly parentFrameId: number };

type Frame = Pick<ListedFrame, 'frameId' | 'parentFrameId' | 'documentId'> & { readonly url?: string | undefined };
export type Tab = {
  readonly id?: number | undefined;
  readonly url?: string | undefined;
};

/**
 * The browser functions for removing a frame. A promise may never settle: the guard in a busy frame does not answer.
 */
export type FramePort = {
  /** Every frame of a tab in the browser's order (webNavigation.getAllFrames); empty if the tab is gone. */
  frames(tabId: number): Promise<readonly Frame[]>;
  /** Makes the guard of a page wait for a frame with this token; settles when it waits. */
  awaitToken(tabId: number, frameId: number, token: string): Promise<unknown>;
  /** Makes the guard of a frame show this token to its parent page; settles when it has. */
  showToken(tabId: number, frameId: number, token: string): Promise<unknown>;
  /**
   * Makes the guard of a page remove the frame at this index, if the page has `count` frames and none was removed by
   * this token. @returns false where the page has another number of frames
   */
  removeAt(tabId: number, frameId: number, place: FramePlace, token: string): Promise<boolean>;
  discard(tabId: number): Promise<unknown>;
  tabs(): Promise<readonly Tab[]>;
  /** The windows opened by the frames of a tab. */
  opened(tabId: number): readonly Opening[];
  close(tabId: number): Promise<unknown>;
  /** A new unguessable token. */
  token(): string;
  wait(milliseconds: number): Promise<void>;
};

/** A frame's position among the `count` frames of its page. */
export type FramePlace = { readonly index: number; readonly count: number };

/** Removes listed frames, each document once, however often its guard asks. */
export class FrameRemover {
  readonly #portOf: (url: string) => FramePort;
  readonly #mayRun: (url: string) => boolean;
  readonly #running = new Set<string>();

  /**
   * @param portOf the browser functions, with the notice about an address
   * @param mayRun whether a document at an address may run
   */
  constructor(portOf: (url: string) => FramePort, mayRun: (url: string) => boolean) {
    this.#portOf = portOf;
    this.#mayRun = mayRun;
  }

  /** Never rejects: if a step fails, the tab or frame is gone. */
  async remove(stopped: StoppedFrame): Promise<void> {
    const { tabId, frameId, documentId, url } = stopped;
    const name = documentId ?? `${tabId} ${frameId} ${url}`;
    if (this.#running.has(name)) return;
    this.#running.add(name);
    const port = this.#portOf(url);
    const frames = await port.frames(tabId).catch(() => []);
    const frame = frames.find((each) => isOf(stopped, each));
    if (frame) {
      const isHeld =
        stopped.isHeld && !frames.some((other) => other !== frame && this.#mayReachInto(frame, other, url));
      await removeFrame({ ...stopped, isHeld, parentFrameId: frame.parentFrameId }, port).catch(gone);
    }
    this.#running.delete(name);
  }

  /**
   * Whether another frame of the tab may look into the listed one, and end its hold: it runs and has the same host, or
   * it is the page around it and has no address of its own.
   */
  #mayReachInto(frame: Frame, { frameId, url = '' }: Frame, listed: string): boolean {
    if (!isWeb(url)) return frameId === frame.parentFrameId && url !== '';
    return new URL(url).host === new URL(listed).host && this.#mayRun(url);
  }
}

/** How a frame ended: it left, its page removed it, or its tab was discarded. */
export type RemovalResult = 'left' | 'removed' | 'discarded';

/**
 * Milliseconds between two looks at a frame that was told to leave. Each look asks the browser, so on a slow machine
 * they take longer, and every number of looks gives more time.
 */
const LOOK_INTERVAL_MS = 50;
/** Numbers of looks in which a frame may leave by itself, and then come forward with its token. */
const LEAVE_LOOKS = 2;
const TOKEN_LOOKS = 1;
/** Number of further looks before the tab is discarded if neither the frame nor its page has answered. */
const BUSY_LOOKS = 1;
/** The same if either has answered, so that only the machine is slow. */
const SLOW_LOOKS = 50;
/**
 * Number of times that a page may have another number of frames than the browser reports. One that changes its frames
 * is met in between; one with a frame at a `blob:` never is, because the browser leaves that out.
 */
const MAX_MISCOUNTS = 8;
/**
 * Number of checks for a held frame before any step is tried, and the milliseconds between. A held frame cannot resist,
 * so only the machine is slow.
 */
const HELD_ATTEMPTS = 15;
const HELD_TIMEOUT_MS = 1_000;

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
  return filledAmong(
    opened.filter(({ sourceFrameId }) => isOfFrame(sourceFrameId) || !parents.has(sourceFrameId)),
    tabs,
    port.opened,
  );
}

/**
 * The windows among these that have no address of their own, because only their opener can have filled them, and those
 * that they filled in turn. One that is on its way to an address may stay on its way for good.
 * @param openedBy the windows opened by the frames of a tab
 */
export function filledAmong(
  opened: readonly Opening[],
  tabs: readonly Tab[],
  openedBy: (tabId: number) => readonly Opening[],
): number[] {
  const filled = opened.map(({ tabId }) => tabId).filter((id) => tabs.some((tab) => tab.id === id && isEmpty(tab.url)));
  return [...filled, ...filled.flatMap((id) => filledAmong(openedBy(id), tabs, openedBy))];
}

const isEmpty = (url = ''): boolean => /^(about:blank|blob:|$)/.test(url);

async function removeByMildestMeans(listed: ListedFrame, port: FramePort): Promise<RemovalResult> {
  const { tabId, frameId, parentFrameId } = listed;
  for (let attempt = 0; listed.isHeld && attempt < HELD_ATTEMPTS; attempt += 1) {
    await port.wait(attempt === 0 ? LOOK_INTERVAL_MS * LEAVE_LOOKS : HELD_TIMEOUT_MS);
    if (!(await isPresent(listed, port))) return 'left';
  }
  const token = port.token();
  const page = answered(port.awaitToken(tabId, parentFrameId, token));
  if (await isGoneWithin(LEAVE_LOOKS, listed, port)) return 'left';
  const frame = answered(port.showToken(tabId, frameId, token));
  if (await isGoneWithin(TOKEN_LOOKS, listed, port)) return 'removed';
  const looks = () => (page.hasAnswered || frame.hasAnswered ? SLOW_LOOKS : BUSY_LOOKS);
  let miscounts = 0;
  const tryPlace = () =>
    answered(
      removeByPlace(listed, port, token).then((isCounted) => {
        miscounts = isCounted ? Number.NEGATIVE_INFINITY : miscounts + 1;
      }, gone),
    );
  let removal = tryPlace();
  for (let look = 0; look < looks() && miscounts < MAX_MISCOUNTS; look += 1) {
    if (await isGoneWithin(1, listed, port)) return 'removed';
    // A page may have changed its frames meanwhile.
    if (removal.hasAnswered) removal = tryPlace();
  }
  await port.discard(tabId);
  return 'discarded';
}

/** @returns false where the page has another number of frames than the browser reports */
async function removeByPlace(listed: ListedFrame, port: FramePort, token: string): Promise<boolean> {
  const { tabId, frameId, parentFrameId } = listed;
  const siblings = (await port.frames(tabId)).filter((each) => each.parentFrameId === parentFrameId);
  const index = siblings.findIndex((each) => each.frameId === frameId);
  return index < 0 || (await port.removeAt(tabId, parentFrameId, { index, count: siblings.length }, token));
}

/** A document that was asked for something; one that is gone or protected from extensions never answers. */
function answered(question: Promise<unknown>): { readonly hasAnswered: boolean } {
  const state = { hasAnswered: false };
  question.then(() => {
    state.hasAnswered = true;
  }, gone);
  return state;
}

async function isGoneWithin(looks: number, listed: ListedFrame, port: FramePort): Promise<boolean> {
  for (let look = 0; look < looks; look += 1) {
    await port.wait(LOOK_INTERVAL_MS);
    if (!(await isPresent(listed, port))) return true;
  }
  return false;
}

async function isPresent(listed: ListedFrame, port: FramePort): Promise<boolean> {
  return (await port.frames(listed.tabId)).some((frame) => isOf(listed, frame));
}

/** Whether a frame shows the listed document. */
const isOf = (listed: StoppedFrame, frame: Frame): boolean =>
  listed.documentId === undefined
    ? listed.frameId === frame.frameId && isSameDocument(frame.url, listed.url)
    : listed.documentId === frame.documentId;

/** For what concerns a document or tab that is gone, or protected from extensions. */
const gone = (): undefined => undefined;
