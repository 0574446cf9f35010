import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { askForRemoval, removeFrame, removeFrameAt } from '../src/page/guard/frame-removal.ts';

/** Put into single frames by the worker, which then calls what this leaves in the world of the extension's scripts. */
export default defineUnlistedScript(() => {
  Object.assign(globalThis, { waryFrames: { askForRemoval, removeFrame, removeFrameAt } });
});
