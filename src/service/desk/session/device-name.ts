/** Names by what a user agent says, the more special ones first: every Edge also says Chrome, and every Chrome Safari. */
const BROWSERS = {
  Edg: 'Edge',
  OPR: 'Opera',
  Firefox: 'Firefox',
  FxiOS: 'Firefox',
  Chrome: 'Chrome',
  CriOS: 'Chrome',
  Safari: 'Safari',
};
const SYSTEMS = {
  ...{ iPhone: 'iPhone', iPad: 'iPad', Android: 'Android', CrOS: 'ChromeOS', Windows: 'Windows' },
  ...{ 'Mac OS X': 'macOS', Linux: 'Linux' },
};

const firstIn = (names: Readonly<Record<string, string>>, text: string): string | undefined =>
  Object.entries(names).find(([sign]) => text.includes(sign))?.[1];

/** A browser and its system by the header `User-Agent`, such as "Chrome on Linux"; null where it names none that we know. */
export function deviceName(userAgent: string | null): string | null {
  const browser = firstIn(BROWSERS, userAgent ?? '');
  const system = firstIn(SYSTEMS, userAgent ?? '');
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}
