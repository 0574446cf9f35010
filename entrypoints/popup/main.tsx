import { send } from '../../src/messaging/send.ts';
import { BRAND } from '../../src/organization/current.ts';
import { mountPage } from '../../src/ui/page/page.tsx';
import { OverviewFeed } from '../../src/ui/popup/overview.ts';
import { Popup } from '../../src/ui/popup/page.tsx';
import { fitToWindow } from '../../src/ui/popup/size.ts';
import { isPopup, shownTab, viewOf } from '../../src/ui/popup/view.ts';

const first = viewOf(location.search);
/** A notification and a card open one view in a tab, which is about no other tab. */
const isAlone = !isPopup() && first.name !== 'main' && !new URLSearchParams(location.search).has('tab');
if (!isPopup()) document.documentElement.dataset.place = 'tab';
else fitToWindow(document.body, window);

const tab = isAlone ? null : await shownTab(location.search);
const feed = new OverviewFeed({ tabId: tab?.id ?? -1, ask: send, ...(tab?.isPrivate ? { storage: null } : {}) });
await feed.restore(tab?.url ?? null);
await mountPage(
  () => BRAND.name,
  <Popup feed={feed} tabId={tab?.id ?? -1} url={tab?.url ?? null} first={first} isAlone={isAlone} />,
);
if (!isAlone) feed.run();
