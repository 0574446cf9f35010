/** How often a window lost the focus. */
type Blurs = { times: number };

/** Property of a window that only scripts of this extension see. */
const BLURS = Symbol.for('blurs');

/**
 * Counts how often a window loses the focus, from the first call on. A page can silence every listener that was added after its
 * own: in a page, call it first before any script of the page.
 */
export function countBlurs(view: Window & { [BLURS]?: Blurs }): Readonly<Blurs> {
  if (view[BLURS]) return view[BLURS];
  const blurs = { times: 0 };
  const count = ({ target }: Event) => {
    if (target === view) blurs.times += 1;
  };
  view.addEventListener('blur', count, true);
  view[BLURS] = blurs;
  return blurs;
}
