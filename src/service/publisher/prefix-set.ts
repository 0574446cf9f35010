/** Both sets hold strictly increasing prefixes. */
export type ListState = { readonly snapshot: Uint32Array; readonly recent: Uint32Array };

/** `removed` are entries of the snapshot that are no longer listed; `recent` are listed and not in the snapshot. */
export type EditedState = { readonly removed: ReadonlySet<number>; readonly recent: Uint32Array };

/** What edits, in their order, make of a list. Costs as much as the edits, not as the list. */
export function applyEdits(
  state: ListState,
  edits: Iterable<{ readonly added: Uint32Array; readonly removed: Uint32Array }>,
): EditedState {
  const recent = new Set(state.recent);
  const removed = new Set<number>();
  for (const edit of edits) {
    for (const prefix of edit.removed) {
      if (!recent.delete(prefix) && includes(state.snapshot, prefix)) removed.add(prefix);
    }
    for (const prefix of edit.added) {
      if (!removed.delete(prefix) && !includes(state.snapshot, prefix)) recent.add(prefix);
    }
  }
  return { removed, recent: Uint32Array.from(recent).sort() };
}

/** The snapshot without what was removed, and with the recent entries. */
export function foldedSnapshot(snapshot: Uint32Array, { removed, recent }: EditedState): Uint32Array {
  const folded = new Uint32Array(snapshot.length - removed.size + recent.length);
  let written = 0;
  let next = 0;
  for (const prefix of snapshot) {
    if (removed.has(prefix)) continue;
    while (next < recent.length && recent[next]! < prefix) folded[written++] = recent[next++]!;
    folded[written++] = prefix;
  }
  folded.set(recent.subarray(next), written);
  return folded;
}

function includes(sorted: Uint32Array, prefix: number): boolean {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle]! < prefix) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === prefix;
}
