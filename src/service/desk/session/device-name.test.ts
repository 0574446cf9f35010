import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`,
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on macOS'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/143.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  ['curl/8.5.0', null],
  [null, null],
])('%s is a device called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
