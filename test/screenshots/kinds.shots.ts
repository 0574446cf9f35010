import { SCAM_KINDS, SCAM_WORDS } from '../../src/api/report/scam-kind.ts';
import { SIGNED_ICON_SIZES, SIGNS, signedIcon } from '../../src/browser-ui/sign.ts';
import { visit } from '../e2e/harness/browser.ts';
import { test } from '../e2e/harness/test.ts';
import { shoot, shootOnce } from './camera.ts';

const NARROW = [320] as const;

test('warning and steps by kind of scam', async ({ wary, service }) => {
  const hostOf = (kind: string) => `${kind}.kinds.example`;
  for (const kind of SCAM_KINDS) await service.command('block', hostOf(kind), '--reason', SCAM_WORDS[kind]);
  await wary.send('listSync');
  const page = await wary.context.newPage();
  for (const kind of SCAM_KINDS) {
    await visit(page, `http://${hostOf(kind)}/`);
    await page.getByRole('button', { name: 'Open it anyway' }).waitFor();
    await shoot(page, `warning-kind-${kind}`, NARROW);
    await visit(page, `${wary.url('steps.html')}?kind=${kind}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(page, `steps-kind-${kind}`, NARROW);
  }
});

test('toolbar icon', async ({ wary }) => {
  const page = await wary.open(wary.url('manifest.json'));
  const rows = [null, ...SIGNS].map((sign) => {
    const pictures = SIGNED_ICON_SIZES.map((size) => {
      const path = sign === null ? `icons/${size}.png` : signedIcon(sign, size);
      return `<img src="${wary.url(path)}" width="${size}" height="${size}" alt="">`;
    });
    return `<p>${pictures.join(' ')} ${sign ?? 'normal'}</p>`;
  });
  await page.setContent(
    `<!doctype html><style>:root{color-scheme:light dark;font:13px sans-serif;zoom:2}img{vertical-align:middle}</style>${rows.join('')}`,
  );
  await shootOnce(page, 'toolbar', NARROW);
});
