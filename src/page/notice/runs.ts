/** An address as pieces that are the same as in another one of its place, and pieces that differ. */
export function runs(address: string, other: string): (readonly [text: string, differs: boolean])[] {
  const pieces: [string, boolean][] = [];
  for (const [index, character] of [...address].entries()) {
    const differs = character !== other[index];
    const last = pieces.at(-1);
    if (last && last[1] === differs) last[0] += character;
    else pieces.push([character, differs]);
  }
  return pieces;
}
