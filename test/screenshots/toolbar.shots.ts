import { SIGNED_ICON_SIZES, SIGNS, signedIcon } from '../../src/browser-ui/sign.ts';
import { test } from '../e2e/harness/test.ts';
import { shootOnce } from './camera.ts';

const NARROW = [320] as const;

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
