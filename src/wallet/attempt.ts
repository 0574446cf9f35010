/** What a function gives; null where it throws, because what it reads is not of that kind. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
