import { join } from 'node:path';
import { test as base, type Browser as Chromium, chromium, expect } from '@playwright/test';
import { build } from 'vite';
import { findChromium } from '../../src/development/chromium.ts';
import { redPart, watchPixels } from '../e2e/harness/pixels.ts';
import { Site } from '../e2e/harness/site.ts';

const RED = 'position:fixed;inset:0;width:100vw;height:100vh;max-width:none;max-height:none;border:0;background:#e00';
const BARE = '<!doctype html><title>page</title><style>html,body{background:#e00}</style>';
const script = (text: string) => `${BARE}<h1>page</h1><script>${text}</script>`;
/** Runs at every occasion that a page has. */
const always = (text: string) =>
  script(
    `const act=()=>{${text}};act();setInterval(act,1);const loop=()=>{act();requestAnimationFrame(loop);};loop();`,
  );

/** Pages that do what they can to be seen through a curtain. */
const TRICKS: Record<string, string> = {
  'shows itself': BARE,
  'says opacity 1 !important': `${BARE}<style>html:root:root{opacity:1!important;visibility:visible!important;content-visibility:visible!important;display:block!important}</style>`,
  'says so in a layer': `${BARE}<style>@layer a{html{opacity:1!important}body{opacity:1!important}}</style>`,
  'fades its root': `${BARE}<style>html{transition:all 20s allow-discrete;opacity:1}@starting-style{html{opacity:1}}</style>`,
  'animates its root': `${BARE}<style>@keyframes a{from{opacity:1}to{opacity:1}}html{animation:a 1s infinite}</style>`,
  'sets its own inline style': always(
    `document.documentElement.style.cssText='opacity:1!important;display:block!important'`,
  ),
  'takes the style attribute away': always(`document.documentElement.removeAttribute('style')`),
  'clears its adopted sheets': always('document.adoptedStyleSheets=[]'),
  'puts another root in place': script(
    `const root=document.documentElement;const next=root.cloneNode(true);next.removeAttribute('style');next.style.transition='opacity 20s';root.replaceWith(next);getComputedStyle(next).opacity`,
  ),
  'opens its document anew': script(
    `setTimeout(()=>{document.open();document.write('<style>html{background:#e00}</style><h1>again</h1>');document.close()},30)`,
  ),
  'shows a modal dialog': script(
    `const d=document.createElement('dialog');d.style.cssText='${RED};opacity:1!important';document.body.append(d);d.showModal()`,
  ),
  'shows a popover': script(
    `const d=document.createElement('div');d.popover='manual';d.style.cssText='${RED};opacity:1!important';document.body.append(d);d.showPopover()`,
  ),
  'colours a backdrop': `${BARE}<style>::backdrop{background:#e00!important;opacity:1!important}</style><dialog>x</dialog><script>document.querySelector('dialog').showModal()</script>`,
  'shows a dialog out of a closed shadow tree': script(
    `const h=document.createElement('div');document.body.append(h);const s=h.attachShadow({mode:'closed'});const d=document.createElement('dialog');d.style.cssText='${RED};opacity:1!important;visibility:visible!important;content-visibility:visible!important';s.append(d);d.showModal()`,
  ),
  'shows a popover out of a closed shadow tree, later and again': script(
    `const h=document.createElement('div');document.body.append(h);const s=h.attachShadow({mode:'closed'});const d=document.createElement('div');d.popover='manual';d.style.cssText='${RED};opacity:1!important';s.append(d);const flip=()=>{d.matches(':popover-open')?d.hidePopover():d.showPopover();requestAnimationFrame(flip)};setTimeout(flip,50)`,
  ),
  'shows a dialog from an observer of sizes': script(
    `const h=document.createElement('div');document.body.append(h);const s=h.attachShadow({mode:'closed'});const d=document.createElement('dialog');d.style.cssText='${RED};opacity:1!important';s.append(d);let w=100;new ResizeObserver(()=>{if(!d.open)d.showModal()}).observe(h);setInterval(()=>{d.close();h.style.width=(w++)+'px'},20)`,
  ),
  'starts a view transition': script(
    `const s=document.createElement('style');s.textContent='::view-transition{background:#e00}::view-transition-group(root),::view-transition-new(root){opacity:1!important;animation:none!important}';document.head.append(s);setTimeout(()=>document.startViewTransition(()=>{document.body.append('x')}),50)`,
  ),
  'shows a frame of its own': `${BARE}<iframe style="${RED}" srcdoc="<body style='background:#e00'>"></iframe>`,
};

const test = base.extend<object, { bundle: string; browser: Chromium }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a destructuring pattern
    async ({}, use) => {
      const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  bundle: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a destructuring pattern
    async ({}, use) => {
      const result = await build({
        configFile: false,
        logLevel: 'silent',
        build: {
          write: false,
          lib: { entry: join(import.meta.dirname, '../../src/page/curtain.ts'), formats: ['iife'], name: 'curtain' },
        },
      });
      const [built] = [result].flat();
      if (!built || !('output' in built)) throw new Error('The curtain was not built');
      await use(built.output[0].code);
    },
    { scope: 'worker' },
  ],
});

/** Opens a page behind a curtain that nothing lifts. Answers the part of its picture that is red, and its red frames. */
async function look(browser: Chromium, bundle: string, raised: 'veil' | 'seal' | null, text: string) {
  const site = new Site();
  await site.start();
  site.on('127.0.0.1', '/', text);
  const page = await browser.newPage({ viewport: { width: 320, height: 240 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  if (raised)
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      // Such a script runs in every frame; the curtain of a frame is not what is tried here.
      source: `${bundle};if (window.top === window) new curtain.Curtain(document).${raised}()`,
      worldName: 'guard',
    });
  const painted = await watchPixels(page.context(), page);
  await page.goto(`http://127.0.0.1:${site.port}/`);
  await page.waitForTimeout(250);
  const shot = redPart(await page.screenshot());
  await page.close();
  await site.stop();
  return [shot, painted().red];
}

for (const [name, text] of Object.entries(TRICKS))
  test(`a curtain shows not a pixel of a page that ${name}, which is red without it`, async ({ browser, bundle }) => {
    const [veiled, sealed, bare] = await Promise.all(
      (['veil', 'seal', null] as const).map((raised) => look(browser, bundle, raised, text)),
    );
    expect(veiled).toEqual([0, 0]);
    expect(sealed).toEqual([0, 0]);
    expect(bare![0]).toBeGreaterThan(0.5);
  });
