import { Browser } from '../e2e/harness/browser.ts';
import { lookAround, packageIn, WIDE } from '../e2e/harness/language.ts';
import { test, untilSynced } from '../e2e/harness/test.ts';
import { PAGE_WIDTHS, POPUP_WIDTHS, shootOnce } from './camera.ts';

test('the widest texts', async ({ service, site, relay }) => {
  const { folder, remove } = packageIn(WIDE);
  const wary = new Browser({ sitePort: site.port, servicePort: relay.port, extension: folder });
  await wary.start();
  await wary.configure({ apiKey: service.keys.publishable });
  await untilSynced(wary);
  await lookAround(wary, (page, name) =>
    shootOnce(page, `${name}-${WIDE}`, name.startsWith('popup') ? POPUP_WIDTHS : PAGE_WIDTHS),
  );
  await wary.remove();
  remove();
});
