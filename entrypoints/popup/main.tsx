import { send } from '../../src/messaging/send.ts';
import { BRAND } from '../../src/organization/current.ts';
import { mountPage } from '../../src/ui/page/page.tsx';
import { OverviewFeed } from '../../src/ui/popup/overview.ts';
import { Popup } from '../../src/ui/popup/page.tsx';
import { fitToWindow } from '../../src/ui/popup/size.ts';
import { isPopup, shownTab, viewOf } from '../../src/ui/popup/view.ts';

if (!isPopup()) document.documentElement.dataset.place = 'tab';
else fitToWindow(document.body, window);

const tab = await shownTab(location.search);
const feed = new OverviewFeed({ tabId: tab?.id ?? -1, ask: send, ...(tab?.isPrivate ? { storage: null } : {}) });
await feed.restore(tab?.url ?? null);
await mountPage(
  () => BRAND.name,
  <Popup feed={feed} tabId={tab?.id ?? -1} url={tab?.url ?? null} ask={send} first={viewOf(location.search)} />,
);
feed.run();
