import { existsSync } from 'node:fs';

/** The Firefox to use: FIREFOX_PATH, or the system's; undefined where there is none. */
export function findFirefox(): string | undefined {
  return [
    process.env.FIREFOX_PATH,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ].find((path) => path && existsSync(path));
}
