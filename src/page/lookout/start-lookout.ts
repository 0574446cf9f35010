import { mayHoldAddress } from '../../asset/address/sign.ts';
import { isOrphaned } from '../../messaging/native.ts';
import { send } from '../../messaging/send.ts';
import { pageRuntime, worldOf } from '../content-script.ts';
import { DocumentChange } from '../document/change-watch.ts';
import { FRAME_TIME } from '../document/frame-time.ts';
import { LinkedHosts } from '../document/links.ts';
import { isTextField, readableValue } from '../document/readable.ts';
import { shadowRootOf } from '../document/shadow-root.ts';
import { ShadowRoots } from '../document/tree.ts';
import { onLeft } from '../left-fields.ts';
import { look } from './look.ts';
import { isWorthReading, Lookout } from './lookout.ts';

/** Looks for addresses in this frame until the scanner is injected, the extension is gone, or the protection is off. */
export function startLookout(): void {
  const change = new DocumentChange();
  const runtime = pageRuntime();
  const roots = new ShadowRoots((element) => shadowRootOf(element, runtime), FRAME_TIME);
  const hosts = new LinkedHosts();
  const { mayListHost } = worldOf();
  const end = new AbortController();
  let isPutOff = false;
  const lookout = new Lookout(
    {
      time: FRAME_TIME,
      isShown: () => !document.hidden,
      hasChanged: () => change.happened,
      noteChanges: () => change.note(roots.known),
      isBehind: () => isPutOff || roots.isDue,
      *look() {
        isPutOff = !isWorthReading(window);
        if (isPutOff) return false;
        change.note(roots.known);
        // The document first: where it shows an address, the search for roots, which takes longest, is left to the scanner.
        if (yield* look(document)) return true;
        yield* roots.follow();
        // A change since the look at the document must stay noticed.
        if (!change.happened) change.note(roots.known);
        for (const root of roots.known) if (yield* look(root)) return true;
        yield;
        void lookAtLinks();
        return false;
      },
      call: () => send('addressSighted', {}),
      isOrphaned,
    },
    end,
  );
  const listen = { capture: true, passive: true, signal: end.signal };
  onLeft(left, FRAME_TIME, end.signal);
  document.addEventListener('visibilitychange', () => document.hidden || lookout.wake(), listen);
  lookout.wake();

  /** A link to a listed site is marked by the scanner, too. */
  async function lookAtLinks(): Promise<void> {
    const linked = mayListHost ? hosts.takeNew() : [];
    if (linked.length > 0 && (await mayListHost?.(linked))) void lookout.call();
  }

  function left(target: HTMLElement): void {
    if (isOrphaned()) end.abort();
    if (end.signal.aborted) return;
    const value = isTextField(target) ? readableValue(target, 'person') : target.isContentEditable && target.innerText;
    if (!value || !mayHoldAddress(value)) return;
    const world = worldOf();
    world.left = new Set([...(world.left ?? []), target]);
    void lookout.call();
  }
}
