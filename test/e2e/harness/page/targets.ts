import type { Page } from '@playwright/test';

/** Controls smaller than 24 CSS px in one direction; those inside a sentence are exempt (WCAG 2.2, 2.5.8). */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, input:not([hidden], [type=file]), select, textarea, [role=button]')]
      .filter((element) => element.checkVisibility() && element.closest('.visually-hidden') === null)
      .filter(
        (element) => !(element.matches('a') && element.closest('p') && getComputedStyle(element).display === 'inline'),
      )
      .map((element) => {
        // A click on its label is a click on it.
        const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((one) =>
          one.getBoundingClientRect(),
        );
        const size = Math.max(...boxes.map(({ width, height }) => Math.min(width, height)));
        return { size, name: `${element.tagName}.${element.className} ${element.textContent?.slice(0, 40)}` };
      })
      .filter(({ size }) => size < 24)
      .map(({ size, name }) => `${name}: ${Math.round(size)}`),
  );
