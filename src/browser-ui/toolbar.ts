import * as z from 'zod/mini';
import { Sequence } from '../storage/sequence.ts';
import type { SessionArea } from '../storage/session.ts';
import { inSession, StoredState } from '../storage/stored-state.ts';
import {
  type GeneralState,
  SIGNED_ICON_SIZES,
  SIGNS,
  type Sign,
  signedIcon,
  signOfAll,
  signOfTab,
  type TabState,
} from './sign.ts';

type Place = { readonly tabId?: number };
/** The extension's toolbar button in the browser. */
export type ToolbarPort = {
  setIcon(icon: Place & { path: Record<string, string> }): Promise<unknown>;
  setTitle(title: Place & { title: string }): Promise<unknown>;
  getTitle(place: Place): Promise<string>;
};

export type ToolbarParts = {
  readonly port: ToolbarPort;
  readonly session: SessionArea;
  readonly stateOf: (tabId: number, url: string) => TabState;
  /** The button's title for a sign and a number of listed addresses on the page. */
  readonly say: (sign: Sign | null, blocked: number) => string | Promise<string>;
};

/** The default sign that the browser shows; absent while it changes, because the worker may end in between. */
const drawn = z.object({ sign: z.optional(z.nullable(z.enum(SIGNS))) });

type Shown = { readonly sign: Sign | null; readonly title: string };

/**
 * The extension's button. Its icon shows, without a click, what happened in a tab, whether the protection works, and
 * whether there is news of a report or dispute. The browser resets a tab's icon with every new page, so ordinary pages
 * cost no call.
 */
export class Toolbar {
  readonly #parts: ToolbarParts;
  readonly #stored: StoredState<z.infer<typeof drawn>>;
  /** What the button of a tab shows if it differs from the default. A cache: a new worker starts with none. */
  readonly #shownByTab = new Map<number, Shown>();
  readonly #changes = new Sequence();

  constructor(parts: ToolbarParts) {
    this.#parts = parts;
    const place = inSession(parts.session, 'toolbar-sign');
    this.#stored = new StoredState({ place, schema: drawn, initial: { sign: null } });
  }

  /** A new page is in a tab, whose icon the browser has reset. */
  onPageOpened(tabId: number, url: string): Promise<void> {
    this.#shownByTab.delete(tabId);
    return this.setBlockedCount(tabId, url, 0, true);
  }

  /** The current number of listed addresses on the page of a tab. @param isNew whether the browser shows the default there */
  setBlockedCount(tabId: number, url: string, blocked: number, isNew = false): Promise<void> {
    return this.#inTurn(async () => {
      const { stateOf, say } = this.#parts;
      const sign = signOfTab(stateOf(tabId, url)) ?? this.#defaultSign;
      const [title, titleOfAll] = await Promise.all([say(sign, blocked), say(this.#defaultSign, 0)]);
      const next = { sign, title };
      // A tab that was closed in the meantime has no button.
      const shown = isNew ? titleOfAll : await this.#parts.port.getTitle({ tabId }).catch(() => titleOfAll);
      const before = this.#shownByTab.get(tabId) ?? { sign: this.#defaultSign, title: shown };
      if (before.sign === next.sign && before.title === next.title) return;
      this.#shownByTab.set(tabId, next);
      await this.#draw({ tabId }, next).catch(() => undefined);
    });
  }

  /** The current state of the protection and of what was sent, which is shown where a tab has nothing of its own. */
  setGeneral(state: GeneralState): Promise<void> {
    return this.#inTurn(async () => {
      const sign = signOfAll(state);
      if (sign === this.#stored.value.sign) return;
      await this.#stored.change(() => ({}));
      await this.#draw({}, { sign, title: await this.#parts.say(sign, 0) });
      await this.#stored.change(() => ({ sign }));
    });
  }

  /** Sets the default title again, in another language. Without a sign it is the brand's name, the same in every language. */
  async updateTitle(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#defaultSign) await this.#parts.port.setTitle({ title: await this.#parts.say(this.#defaultSign, 0) });
    });
  }

  forget(tabId: number): void {
    this.#shownByTab.delete(tabId);
  }

  /** One change after the other: each compares what it will show with what the one before has shown. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    return this.#changes.run(() => this.#stored.load().then(work));
  }

  async #draw(place: Place, { sign, title }: Shown): Promise<void> {
    const { port } = this.#parts;
    await Promise.all([port.setIcon({ ...place, path: pathsOf(sign) }), port.setTitle({ ...place, title })]);
  }

  get #defaultSign(): Sign | null {
    return this.#stored.value.sign ?? null;
  }
}

const pathsOf = (sign: Sign | null): Record<string, string> =>
  Object.fromEntries(
    SIGNED_ICON_SIZES.map((size) => [size, `/${sign === null ? `icons/${size}.png` : signedIcon(sign, size)}`]),
  );
