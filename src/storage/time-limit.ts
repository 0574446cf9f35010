/** Milliseconds for an access to stored data, with opening it: it can hang in every browser, and verdicts wait for it. */
const TIMEOUT_MS = 3_000;

/**
 * What work on stored data comes to.
 * @param onTimeout called when the limit is reached first
 * @throws DOMException `TimeoutError` then, or whatever the work rejects with
 */
export async function limited<T>(work: Promise<T>, onTimeout = () => {}, timeoutMs = TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onTimeout();
      reject(timeout());
    }, timeoutMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

export const timeout = () => new DOMException('The database does not answer', 'TimeoutError');
