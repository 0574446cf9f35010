import type { BrowserContext, Browser as Launched, Page } from '@playwright/test';
import { API_PREFIX } from '../../../src/api/operation.ts';
import { launchPlain } from './plain-browser.ts';
import type { Service } from './service.ts';
import { test as base, expect } from './test.ts';

/** Files a report with the demo organization, as an extension does. */
export async function fileReport(service: Service, body: object): Promise<{ id: number; receipt: string }> {
  return post(service, '/report/create', body);
}

/** Disputes with the demo organization, as an extension does. */
export async function fileDispute(service: Service, body: object): Promise<{ id: number; receipt: string }> {
  return post(service, '/dispute/create', body);
}

async function post<T>(service: Service, path: string, body: object): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${service.port}${API_PREFIX}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': service.keys.publishable },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response.json() as Promise<T>;
}

/** Signs in as a person does. */
export async function signIn(page: Page, service: Service, key: string): Promise<void> {
  await page.goto(`${deskOrigin(service)}/desk`);
  await page.getByLabel('Your key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Reports', exact: true })).toBeVisible();
}

/** Presses an access key as in Chromium on Linux and Windows. Playwright's own keyboard omits the letter with Alt. */
export async function pressAccessKey(page: Page, letter: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const key = {
    key: letter,
    code: `Key${letter.toUpperCase()}`,
    windowsVirtualKeyCode: letter.toUpperCase().charCodeAt(0),
  };
  const alt = { ...key, modifiers: 1, text: letter, unmodifiedText: letter };
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...alt });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...alt });
  await session.detach();
}

export const deskOrigin = (service: Service): string => `http://127.0.0.1:${service.port}`;

/** A test with a browser that has no extension, and one profile for each person who uses it. */
export const test = base.extend<
  { profile: (options?: { script?: boolean; locale?: string }) => Promise<BrowserContext> },
  { plain: Launched }
>({
  plain: [
    async ({}, use) => {
      const browser = await launchPlain();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  profile: async ({ plain }, use) => {
    const opened: BrowserContext[] = [];
    await use(async ({ script = false, locale = 'en-US' } = {}) => {
      const context = await plain.newContext({ javaScriptEnabled: script, locale });
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

export { personKey } from './reviewer.ts';
export { expect };
