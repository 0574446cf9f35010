import { effect } from '@preact/signals';
import { i18n } from '../../src/language/i18n.ts';
import { textsOfMarks } from '../../src/language/mark-texts.ts';
import { send } from '../../src/messaging/send.ts';
import { BRAND } from '../../src/organization/current.ts';
import { scanOwnPage } from '../../src/page/scanner/own-page.ts';
import { mountPage } from '../../src/ui/page/page.tsx';
import { SelfTestPage } from '../../src/ui/self-test/page.tsx';
import { visitInBackground } from '../../src/ui/self-test/visit.ts';
import '../../src/page/marks/highlight.css';

// Its marks are those of any page, which the worker gives their texts.
effect(() => {
  const page = Object.assign(globalThis, { waryTexts: textsOfMarks() }) as { waryMarks?: { drawAgain(): void } };
  page.waryMarks?.drawAgain();
});

void mountPage(
  () => i18n.t('selfTest.title', { brand: BRAND.shortName }),
  <SelfTestPage visit={visitInBackground} scan={(disputed) => scanOwnPage(send, disputed)} />,
);
