/**
 * A request that is about to be sent. `what` is the id of its operation, or `listUpdate`, `listFile` or
 * `organizationAvatar`. `isPrivate` resolves to whether it is for a private window; nothing about such a request may be
 * stored.
 */
export type OutgoingRequest = {
  readonly what: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | null;
  readonly isPrivate: Promise<boolean>;
  /** What the person did, or a page, that caused it, and what it is about: for the person's own record alone. */
  readonly reason?: RequestReason | undefined;
};

/** Why a request is sent. `about` never leaves the device: what looked listed, for example `evil.example/`. */
export type RequestReason = { readonly cause: string; readonly about: readonly string[] };

/**
 * Called with each request before it is sent. The returned function is called with the status of the answer, or null if
 * there is none.
 */
type RequestObserver = (request: OutgoingRequest) => (status: number | null) => void;

let observer: RequestObserver = () => () => undefined;

/** Sets the observer of all requests of this context. */
export function observeRequests(observe: RequestObserver): void {
  observer = observe;
}

type Init = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  readonly signal: AbortSignal;
  readonly isPrivate?: Promise<boolean> | undefined;
  readonly reason?: RequestReason | undefined;
};

/**
 * The only function that sends requests: no cookie, no referrer, no cache; a redirect is an error. Rejects as `fetch`
 * does.
 */
export async function sendOut(what: string, url: string, init: Init): Promise<Response> {
  const { isPrivate = Promise.resolve(false), reason, ...rest } = init;
  const { method = 'GET', headers = {}, body = null } = rest;
  const answered = observer({ what, method, url, headers, body, isPrivate, reason });
  try {
    const response = await fetch(url, {
      ...rest,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'error',
      // A page may cause many questions at once: what a person waits for goes first.
      priority: reason?.cause === 'address' ? 'low' : 'high',
    });
    answered(response.status);
    return response;
  } catch (error) {
    answered(null);
    throw error;
  }
}
