/** What takes the focus by the Tab key. */
const FOCUSABLE = 'a[href], button, input:not([type=file]), select, textarea, summary, [tabindex="0"]';

const focusableIn = (root: ParentNode): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => !element.matches(':disabled') && element.checkVisibility(),
  );

/**
 * Moves the focus to what is nearest where the focused element is removed: the browser gives it to the body, and who uses a
 * keyboard or a screen reader would begin at the top again. Nearest is what stands in the same part of the page, first behind what
 * was removed, then in front of it. What takes the focus by itself when it appears does so afterwards.
 */
export function keepFocus(page: Document): void {
  let focused: Element | null = null;
  /** What is around it, the nearest first. */
  let around: Element[] = [];
  let before: HTMLElement[] = [];
  let after: HTMLElement[] = [];
  page.addEventListener('focusin', ({ target }) => {
    focused = target as Element;
    around = [];
    for (let part = focused.parentElement; part; part = part.parentElement) around.push(part);
    const all = focusableIn(page);
    const index = all.indexOf(focused as HTMLElement);
    before = all.slice(0, Math.max(index, 0)).reverse();
    after = all.slice(index + 1);
  });
  new MutationObserver(() => {
    const isLost = page.activeElement === null || page.activeElement === page.body;
    if (!focused || focused.isConnected || !isLost) return;
    focused = null;
    for (const part of around) {
      if (!part.isConnected) continue;
      const here = focusableIn(part);
      const nearest = [...after, ...before, ...here].find((element) => here.includes(element));
      if (nearest) return nearest.focus();
    }
  }).observe(page, { childList: true, subtree: true });
}
