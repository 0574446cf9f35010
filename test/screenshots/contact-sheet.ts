import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from '../../src/development/install/chromium.ts';
import { LANGUAGES } from '../../src/language/languages.ts';
import { FOLDER } from './camera.ts';

const STYLE = `
  body { display: flex; flex-wrap: wrap; align-items: start; gap: 16px; margin: 16px; inline-size: 1800px; font: 14px sans-serif; background: #888; }
  h2 { margin: 0 0 4px; font-size: 16px; }
  div { display: flex; flex-wrap: wrap; align-items: start; gap: 8px; }
  img { max-block-size: 620px; max-inline-size: 560px; }
`;

/** Names in the groups that a part of each makes, in their order. */
function groups(names: readonly string[], partOf: (name: string) => string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const name of names) found.set(partOf(name), [...(found.get(partOf(name)) ?? []), name]);
  return found;
}

/** The pictures of one page, a row for each of its states: `<page>-<state>-<scheme>-<width>.png`. */
function sheetOf(names: readonly string[]): string {
  const states = groups(names, (name) => name.replace(/-(light|dark)-\d+\.png$/, ''));
  const rows = [...states].map(
    ([state, shots]) =>
      `<section><h2>${state}</h2><div>${shots.map((shot) => `<img src="../${shot}" alt="${shot}">`).join('')}</div></section>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>${STYLE}</style>${rows.join('')}`;
}

const LANGUAGE = new RegExp(`-(${[...LANGUAGES, 'wide'].join('|')})-(?:light|dark)-\\d+\\.png$`);

/** The sheet that a picture is on: its page, and its language where that is in its name. */
const sheetNameOf = (shot: string): string =>
  [shot.split('-')[0], LANGUAGE.exec(shot)?.[1]].filter((part) => part !== undefined).join('-');

/** Writes one image a page and language with all of its pictures, `screenshots/contact/<page>[-<language>].png`, once all are taken. */
export default async function makeContactSheets(): Promise<void> {
  const shots = readdirSync(FOLDER).filter((name) => name.endsWith('.png'));
  const folder = join(FOLDER, 'contact');
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1832, height: 800 } });
  for (const [name, names] of groups(shots.sort(), sheetNameOf)) {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, sheetOf(names));
    await page.goto(pathToFileURL(file).href);
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }
  await browser.close();
}
