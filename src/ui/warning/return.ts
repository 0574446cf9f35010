/** What a tab remembers over its pages of the extension: `sessionStorage`. */
export type TabMemory = Pick<Storage, 'getItem' | 'setItem'>;

const RETURNS = 'warning-returns';
const BACKS = 'warning-backs';
const WINDOW_MS = 30_000;
const MOST_RETURNS = 3;

/**
 * True where the page may open its target by itself once more. A target that comes back to the warning again and again
 * would spin for ever: after three times in half a minute the person decides.
 */
export function mayReturn(memory: TabMemory, url: string, now: number): boolean {
  return noted(memory, RETURNS, url, now) <= MOST_RETURNS;
}

/**
 * How many steps of the tab's history lead back past the blocked page: one, and one more each time that the step before
 * landed on it again within half a minute.
 */
export function stepsBack(memory: TabMemory, url: string, now: number): number {
  return noted(memory, BACKS, url, now);
}

/** Notes that it happened and answers how often it has happened to this address lately. */
function noted(memory: TabMemory, key: string, url: string, now: number): number {
  const before = read(memory, key);
  const recent = before.url === url ? before.times.filter((time) => now - time < WINDOW_MS && time <= now) : [];
  const times = [...recent, now];
  memory.setItem(key, JSON.stringify({ url, times }));
  return times.length;
}

function read(memory: TabMemory, key: string): { url: string; times: number[] } {
  try {
    const { url, times } = JSON.parse(memory.getItem(key) ?? '{}');
    const valid = typeof url === 'string' && Array.isArray(times) && times.every((time) => typeof time === 'number');
    return valid ? { url, times } : { url: '', times: [] };
  } catch {
    return { url: '', times: [] };
  }
}
