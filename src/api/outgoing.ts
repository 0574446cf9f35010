/**
 * A request as it leaves. `what` is the id of its operation, or names what is none: `listUpdate`, `listFile`, `organizationAvatar`.
 * `isPrivate` settles with whether a private window brought it about, of which nothing may be kept.
 */
export type OutgoingRequest = {
  readonly what: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | null;
  readonly isPrivate: Promise<boolean>;
};

/** Called with each request before it leaves; the function it returns is called with the status of the answer, null where there is none. */
type RequestObserver = (request: OutgoingRequest) => (status: number | null) => void;

let observer: RequestObserver = () => () => undefined;

/** From now on, every request of this context is passed to `observe` first. */
export function observeRequests(observe: RequestObserver): void {
  observer = observe;
}

type Init = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  readonly signal: AbortSignal;
  readonly isPrivate?: Promise<boolean> | undefined;
};

/**
 * The only way by which anything leaves: no cookie, no referrer, no cache, no redirect is followed. Rejects as `fetch` does.
 */
export async function sendOut(what: string, url: string, init: Init): Promise<Response> {
  const { isPrivate = Promise.resolve(false), ...rest } = init;
  const { method = 'GET', headers = {}, body = null } = rest;
  const answered = observer({ what, method, url, headers, body, isPrivate });
  try {
    const response = await fetch(url, {
      ...rest,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'error',
    });
    answered(response.status);
    return response;
  } catch (error) {
    answered(null);
    throw error;
  }
}
