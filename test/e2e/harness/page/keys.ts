import { expect, type Page } from '@playwright/test';

/** More stops than any page has. */
const MAX_STOPS = 60;

type Stop = { readonly name: string; readonly isSeen: boolean };

/** The focused element, and whether its focus is visible: a ring around it or around the element that it controls. */
function stopOf(): Stop {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return { name: '', isSeen: true };
  const labels = [...((focused as HTMLInputElement).labels ?? [])];
  const name = [focused.ariaLabel, ...labels.map((label) => label.textContent), focused.textContent];
  const around = [focused, ...labels, focused.parentElement].filter((element) => element !== null);
  const isSeen = around.some((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  });
  return { name: name.filter(Boolean).join(' '), isSeen };
}

/**
 * Presses the Tab key until a control of this name has the focus.
 * @param key `Shift+Tab` to go back
 * @throws if it is never reached, or if the focus is not visible on the way
 */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const met: string[] = [];
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    const stop = await page.evaluate(stopOf);
    // After a mouse click the browser draws no ring.
    if (stops > 0) expect(stop.isSeen, `the focus on "${stop.name}" is visible`).toBe(true);
    if (stop.name.includes(name)) return;
    met.push(stop.name.slice(0, 30));
    await page.keyboard.press(key);
  }
  throw new Error(`"${name}" is not reached by ${key}; on the way: ${met.join(', ')}`);
}

/** Moves the focus to a control of this name and presses Enter. */
export async function pressOn(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await expect(page.locator(':focus')).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('Enter');
}
