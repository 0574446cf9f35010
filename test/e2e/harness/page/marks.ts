import { expect, type Frame, type Page } from '@playwright/test';
import { wordsIn } from '../../../../src/development/words.ts';
import { LANGUAGES } from '../../../../src/language/languages.ts';
import type { Browser } from '../browser.ts';
import type { Site } from '../site.ts';

/** What a badge says in each language while its address is checked. */
const CHECKING: ReadonlySet<string> = new Set(LANGUAGES.map((language) => wordsIn(language)('marks.checking.title')));

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A badge as a person sees it. `shown` is false while its address is out of view. */
export type SeenBadge = {
  readonly label: string;
  readonly address: string;
  readonly shown: boolean;
  readonly focused: boolean;
  /** Whether it has no place: then nothing of it is drawn. */
  readonly homeless: boolean;
  readonly box: Box;
};
export type SeenCard = { readonly text: string; readonly role: string; readonly box: Box };
/** The boxes over lines of links that a person sees, how many are there for the page alone, and the words at one. */
type SeenLinks = { readonly boxes: readonly Box[]; readonly unseen: number; readonly label: string | null };
export type SeenMarks = { readonly badges: readonly SeenBadge[]; readonly card: SeenCard | null };

type ProtocolNode = {
  readonly nodeId: number;
  readonly shadowRootType?: string;
  readonly attributes?: readonly string[];
  readonly children?: readonly ProtocolNode[];
  readonly shadowRoots?: readonly ProtocolNode[];
  readonly contentDocument?: ProtocolNode;
};

/** Runs inside the closed root: `this` is the root. */
function look(this: ShadowRoot): SeenMarks {
  const boxOf = (element: Element): Box => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  const card = this.querySelector<HTMLElement>('[role=dialog]');
  return {
    badges: [...this.querySelectorAll<HTMLElement>('[aria-haspopup=dialog]')].map((badge) => {
      const { opacity, visibility } = getComputedStyle(badge);
      return {
        label: badge.textContent ?? '',
        address: badge.ariaDescription ?? '',
        shown: opacity === '1' && visibility === 'visible',
        focused: this.activeElement === badge,
        homeless: badge.classList.contains('homeless'),
        box: boxOf(badge),
      };
    }),
    card: card && { text: card.textContent ?? '', role: card.role ?? '', box: boxOf(card) },
  };
}

/** Runs inside the closed root, as {@link look}. */
function noticeIn(this: ShadowRoot): string | null {
  return this.querySelector<HTMLElement>('.notice .head')?.parentElement?.innerText ?? null;
}

/** Runs inside the closed root, as {@link look}. */
function pillIn(this: ShadowRoot): string | null {
  return this.querySelector<HTMLElement>('.pill')?.innerText ?? null;
}

/** Runs inside the closed root, as {@link look}. */
function linksIn(this: ShadowRoot): SeenLinks {
  const lines = [...this.querySelectorAll<HTMLElement>('.line')];
  const seen = lines.filter((line) => Number(getComputedStyle(line.parentElement!).opacity) > 0.5);
  const label = this.querySelector<HTMLElement>('p.known:not(:empty)');
  const boxes = seen.map((line) => {
    const { x, y, width, height } = line.getBoundingClientRect();
    return { x, y, width, height };
  });
  return { boxes, unseen: lines.length - seen.length, label: label?.textContent ?? null };
}

/** The marks of one page, read through the debugging protocol: the page's scripts cannot see into their closed root. */
export class Marks {
  readonly #page: Page;
  readonly #shown: Page | Frame;

  /** @param frame of another site, whose buttons {@link placeOf} finds instead, at their places in it */
  constructor(page: Page, frame?: Frame) {
    this.#page = page;
    this.#shown = frame ?? page;
  }

  /** All marks in the page and its frames of the same site. */
  async see(): Promise<SeenMarks> {
    const seen = await this.#inRoots(look);
    return {
      badges: seen.flatMap((marks) => marks.badges),
      card: seen.map((marks) => marks.card).find((card) => card !== null) ?? null,
    };
  }

  /** The marks of links. */
  async links(): Promise<SeenLinks> {
    const seen = await this.#inRoots(linksIn);
    return {
      boxes: seen.flatMap(({ boxes }) => boxes),
      unseen: seen.reduce((sum, { unseen }) => sum + unseen, 0),
      label: seen.map(({ label }) => label).find((label) => label !== null) ?? null,
    };
  }

  /** The text of the notice at the top of the page; null if there is none. */
  async notice(): Promise<string | null> {
    return (await this.#inRoots(noticeIn)).find((text) => text !== null) ?? null;
  }

  /** The text at the edge of the window; null if there is none. */
  async pill(): Promise<string | null> {
    return (await this.#inRoots(pillIn)).find((text) => text !== null) ?? null;
  }

  /** The results of a function in each of our closed roots. */
  async #inRoots<Seen>(find: (this: ShadowRoot) => Seen): Promise<Seen[]> {
    const session = await this.#page.context().newCDPSession(this.#page);
    try {
      const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
      const seen: Seen[] = [];
      for (const nodeId of closedRoots(root as ProtocolNode)) {
        // The layer may be gone since the document was read: then it has no marks.
        const object = await session.send('DOM.resolveNode', { nodeId }).then(
          (resolved) => resolved.object,
          () => null,
        );
        if (!object) continue;
        const { result } = await session.send('Runtime.callFunctionOn', {
          objectId: object.objectId!,
          functionDeclaration: find.toString(),
          returnByValue: true,
        });
        seen.push(result.value as Seen);
      }
      return seen;
    } finally {
      await session.detach();
    }
  }

  /** Number of visible badges with a final state: the others are about to change. */
  async shown(): Promise<number> {
    return (await this.see()).badges.filter(({ shown, label }) => shown && !CHECKING.has(label)).length;
  }

  /** The characters of the page that are underlined. */
  async underlined(): Promise<string[]> {
    return this.#page.evaluate(() =>
      [...(CSS.highlights.get('blocked-address') ?? [])].map((range) => (range as Range).toString()),
    );
  }

  /** Clicks a button of the open card or notice by its label, as a mouse does, once it takes a press. */
  async pressInCard(label: string): Promise<void> {
    await rest(this.#page, await this.armed(label));
    // A card that moved meanwhile takes no press for another second.
    await this.armed(label);
    await this.#page.mouse.down();
    await this.#page.mouse.up();
  }

  /** Waits until a button takes a press. @returns its middle */
  async armed(label = 'Never again'): Promise<{ readonly x: number; readonly y: number }> {
    await expect.poll(async () => (await this.placeOf(label)).isArmed).toBe(true);
    return this.placeOf(label);
  }

  /** The middle of a button of the open card or notice, and whether it takes a press. */
  async placeOf(label: string): Promise<{ readonly x: number; readonly y: number; readonly isArmed: boolean }> {
    const session = await this.#page.context().newCDPSession(this.#shown);
    try {
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      const button = nodes.find((node) => node.role?.value === 'button' && node.name?.value === label);
      if (button?.backendDOMNodeId === undefined) throw new Error(`There is no button "${label}"`);
      const { model } = await session.send('DOM.getBoxModel', { backendNodeId: button.backendDOMNodeId });
      const [left = 0, top = 0, , , right = 0, bottom = 0] = model.border;
      const isDisabled = button.properties?.some(({ name, value }) => name === 'disabled' && value.value === true);
      return { x: (left + right) / 2, y: (top + bottom) / 2, isArmed: isDisabled !== true };
    } finally {
      await session.detach();
    }
  }
}

/** Has the mouse rest on a place, as a person's does before a click. */
export async function rest(page: Page, { x, y }: { readonly x: number; readonly y: number }): Promise<void> {
  await page.mouse.move(x, y);
  await page.waitForTimeout(400);
}

/** Closed shadow roots below the root element of a document: those of the extension. */
function closedRoots(node: ProtocolNode): number[] {
  const below = [...(node.children ?? []), ...(node.contentDocument ? [node.contentDocument] : [])];
  const own = (node.shadowRoots ?? []).filter(
    (root) => root.shadowRootType === 'closed' && node.attributes?.includes('popover'),
  );
  return [...own.map((root) => root.nodeId), ...below.flatMap(closedRoots)];
}

export const LISTED = '0xBaD0000000000000000000000000000000000001';
export const HOST = 'addresses.example';

export function document(body: string, head = ''): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>page</title>${head}
<style>body { font: 16px/1.6 sans-serif; margin: 40px; }</style></head><body>${body}</body></html>`;
}

/** Opens a page and compares its nodes before and after the marks appear: marks never change the page. */
export async function marked(
  wary: Browser,
  site: Site,
  body: string,
  count = 1,
  head = '',
): Promise<{ tab: Page; marks: Marks }> {
  site.on(HOST, '/', document(body, head));
  const tab = await wary.context.newPage();
  await tab.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const { body } = globalThis.document;
      Object.assign(globalThis, { before: body.innerHTML, attributes: body.outerHTML.split('>')[0] });
    });
  });
  await tab.goto(`http://${HOST}/`);
  const marks = new Marks(tab);
  await expect.poll(() => marks.shown()).toBe(count);
  expect(await tab.evaluate(() => globalThis.document.body.innerHTML)).toBe(
    await tab.evaluate(() => (globalThis as unknown as { before: string }).before),
  );
  return { tab, marks };
}

/** Opens the card of the first visible address. */
export async function openCard(tab: Page, marks: Marks): Promise<void> {
  // In a tab that was in the background the badges are placed once it is seen, and in a dialog once more when it has its size.
  await expect(async () => {
    const badge = (await marks.see()).badges.find(({ shown }) => shown);
    expect(badge).toBeDefined();
    const { x, y, width, height } = badge!.box;
    await tab.mouse.click(x + width / 2, y + height / 2);
    await expect.poll(async () => (await marks.see()).card?.role, { timeout: 2_000 }).toBe('dialog');
  }).toPass();
}
