import { send } from '../../src/messaging/send.ts';
import { BRAND } from '../../src/organization/current.ts';
import { mountPage } from '../../src/ui/page/page.tsx';
import { OverviewFeed } from '../../src/ui/popup/overview.ts';
import { Popup } from '../../src/ui/popup/page.tsx';
import { fitToWindow } from '../../src/ui/popup/size.ts';
import { isPopup, shownTab, viewOf } from '../../src/ui/popup/view.ts';

const first = viewOf(location.search);
/** One view was opened in a tab: from a notification or a card about no other tab, or to take a picture of one. */
const isAlone = !isPopup() && first.name !== 'main';
if (!isPopup()) document.documentElement.dataset.place = 'tab';
else fitToWindow(document.body, window);

const isOfTab = !isAlone || new URLSearchParams(location.search).has('tab');
const tab = isOfTab ? await shownTab(location.search) : null;
const feed = new OverviewFeed({ tabId: tab?.id ?? -1, ask: send, ...(tab?.isPrivate ? { storage: null } : {}) });
await feed.restore(tab?.url ?? null);
await mountPage(
  () => BRAND.name,
  <Popup feed={feed} tabId={tab?.id ?? -1} url={tab?.url ?? null} first={first} isAlone={isAlone} />,
);
if (!isAlone) feed.run();
