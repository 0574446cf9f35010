import { browser } from 'wxt/browser';
import { send } from '../../src/messaging/send.ts';
import { BRAND } from '../../src/organization/current.ts';
import { mountPage } from '../../src/ui/page/page.tsx';
import { FrontPage, SidePanel } from '../../src/ui/report/side-panel/page.tsx';

const { id: windowId = browser.windows.WINDOW_ID_CURRENT } = await browser.windows.getCurrent();
const front = new FrontPage(windowId);
await front.follow();
// Without an answer the report begins with the page in front.
const { subject } = await send('reportSubject', { windowId }).catch(() => ({ subject: null }));
void mountPage(() => BRAND.name, <SidePanel windowId={windowId} front={front} first={subject} />);
