import { isOrphaned } from '../../messaging/native.ts';
import { send } from '../../messaging/send.ts';
import { DocumentChange } from '../document-change.ts';
import { FRAME_TIME } from '../frame-time.ts';
import { pageRuntime } from '../runtime.ts';
import { likelyShadowRootOf } from '../shadow-root.ts';
import { ShadowRoots } from '../shadow-roots.ts';
import { isTextField, readableValue } from '../text-field.ts';
import { currentFrame, frameChoice } from './frame.ts';
import { keepLeft } from './left-elements.ts';
import { look } from './look.ts';
import { Lookout, type LookoutParts } from './lookout.ts';
import { mayHoldAddress } from './sign.ts';

/** Milliseconds for which a document is left alone that is still being loaded. */
const LOADING_MS = 3_000;

/** Keeps a lookout for addresses in this frame until the scanner has come, the extension is gone, or nobody wants it. */
export function standLookout(): void {
  const runtime = pageRuntime();
  const change = new DocumentChange();
  const roots = new ShadowRoots((element) => likelyShadowRootOf(element, runtime), FRAME_TIME);
  const end = new AbortController();
  const parts: LookoutParts = {
    time: FRAME_TIME,
    isShown: () => !document.hidden && frameChoice(currentFrame()) === 'scan',
    hasChanged: () => change.happened || roots.isDue,
    *look() {
      yield* roots.follow();
      change.note(roots.known);
      return yield* look(roots.known);
    },
    call: () => send('addressSighted', {}),
    isOrphaned,
  };
  const lookout = new Lookout(parts, end);
  const listen = { capture: true, passive: true, signal: end.signal };
  for (const type of ['change', 'focusout', 'paste']) {
    document.addEventListener(
      type,
      (event) => {
        const [target] = event.composedPath();
        // What is pasted is in the field only after the event.
        if (target instanceof HTMLElement) FRAME_TIME.after(() => left(target), 0);
      },
      listen,
    );
  }
  document.addEventListener('visibilitychange', () => document.hidden || lookout.wake(), listen);
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', () => lookout.wake(), listen);
    FRAME_TIME.after(() => lookout.wake(), LOADING_MS);
  } else {
    lookout.wake();
  }

  /** A field was left, changed or pasted into. */
  function left(target: HTMLElement): void {
    if (isOrphaned()) end.abort();
    if (end.signal.aborted) return;
    const value = isTextField(target) ? readableValue(target, 'person') : target.isContentEditable && target.innerText;
    if (!value || !mayHoldAddress(value)) return;
    keepLeft(target);
    void lookout.call();
  }
}
