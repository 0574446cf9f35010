import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { askForRemoval, removeFrame, removeFrameAt } from '../src/page/notice/frame-removal.ts';

/**
 * Put into single frames by the worker, which then calls what this leaves in the world of the extension's scripts. The
 * first one in a document stays, because it knows what it has removed.
 */
export default defineUnlistedScript(() => {
  const left = globalThis as { waryFrames?: object };
  left.waryFrames ??= { askForRemoval, removeFrame, removeFrameAt };
});
