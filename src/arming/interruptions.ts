/** How often a window lost the focus, or its page opened or closed something that lies above everything else. */
type Interruptions = { times: number };

/** Property of a window that only scripts of this extension see. */
const INTERRUPTIONS = Symbol.for('interruptions');

/**
 * Counts what may have kept a person from seeing a button, from the first call on. A page can silence every listener that was added
 * after its own: in a page, call it first before any script of the page.
 */
export function countInterruptions(view: Window & { [INTERRUPTIONS]?: Interruptions }): Readonly<Interruptions> {
  if (view[INTERRUPTIONS]) return view[INTERRUPTIONS];
  const interruptions = { times: 0 };
  const count = ({ target, type }: Event) => {
    if (type !== 'blur' || target === view) interruptions.times += 1;
  };
  for (const type of ['blur', 'beforetoggle']) view.addEventListener(type, count, true);
  view[INTERRUPTIONS] = interruptions;
  return interruptions;
}
