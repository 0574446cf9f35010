/** The code that the tests of this folder run in a page: the parts of the content scripts that touch a document. */

export { DocumentChange } from '../../src/page/document/change-watch.ts';
export { likelyShadowRootOf } from '../../src/page/document/shadow-root.ts';
export { ShadowRoots } from '../../src/page/document/tree.ts';
export { Curtain } from '../../src/page/guard/curtain.ts';
export { Guard } from '../../src/page/guard/guard.ts';
export { InputStop } from '../../src/page/guard/input-stop.ts';
export { ParserHold } from '../../src/page/hold/parser-hold.ts';
export { look } from '../../src/page/lookout/look.ts';
export { showAddresses } from '../../src/page/notice/address-notice.ts';
export { askForRemoval, removeFrame, removeFrameAt } from '../../src/page/notice/frame-removal.ts';
export { showLookalike } from '../../src/page/notice/lookalike-notice.ts';
export { Notice } from '../../src/page/notice/notice.ts';
export { protectAddresses } from '../../src/page/scanner/addresses.ts';
export { watchCopyButtons } from '../../src/page/scanner/copy-button.ts';
export { walk } from '../../src/page/scanner/walk.ts';
