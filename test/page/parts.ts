/** The code that the tests of this folder run in a page: the parts of the content scripts that touch a document. */

export { countInterruptions } from '../../src/arming/interruptions.ts';
export { worldOf } from '../../src/page/content-script.ts';
export { DocumentChange } from '../../src/page/document/change-watch.ts';
export { keepPressesInLayers, shadowRootOf } from '../../src/page/document/shadow-root.ts';
export { ShadowRoots } from '../../src/page/document/tree.ts';
export { watchClipboard } from '../../src/page/guard/clipboard-watch.ts';
export { startGuard } from '../../src/page/guard/start-guard.ts';
export { look } from '../../src/page/lookout/look.ts';
export { showAddresses } from '../../src/page/notice/address-notice.ts';
export { showLookalike } from '../../src/page/notice/lookalike-notice.ts';
export { Notice } from '../../src/page/notice/notice.ts';
export { showOpened } from '../../src/page/notice/opened-strip.ts';
export { protectAddresses } from '../../src/page/scanner/addresses.ts';
export { watchCopyButtons } from '../../src/page/scanner/copy-button.ts';
export { walk } from '../../src/page/scanner/walk.ts';
export { listen, walletBridge } from '../../src/page/wallet/bridge.ts';
export { pauseMessages } from '../../src/page/wallet/direct-messages.ts';
export { walletReader } from '../../src/page/wallet/reader.ts';
