import { Thread } from '../../thread/thread.ts';
import type { TextMethods } from './text-worker.ts';

let thread: Thread<TextMethods> | undefined;

/** The thread that reads long texts and pages of the public, so that none of them keeps this thread from answering requests; started on first use. */
export function textThread(): Thread<TextMethods> {
  if (!thread?.isAlive) thread = new Thread<TextMethods>(new URL('./text-worker.ts', import.meta.url));
  return thread;
}
