import { i18n } from '#i18n';
import { send } from '../../src/messaging/send.ts';
import { BRAND } from '../../src/organization/current.ts';
import { scanOwnPage } from '../../src/page/scanner/own-page.ts';
import { mountPage } from '../../src/ui/page/page.tsx';
import { SelfTestPage } from '../../src/ui/self-test/page.tsx';
import { visitInBackground } from '../../src/ui/self-test/visit.ts';
import '../../src/page/marks/highlight.css';

mountPage(
  i18n.t('selfTest.title', { brand: BRAND.shortName }),
  <SelfTestPage ask={send} visit={visitInBackground} scan={(disputed) => scanOwnPage(send, disputed)} />,
);
