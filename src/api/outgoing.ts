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

/** Hears of each request before it leaves; what it answers with hears what came back: the status, null where nothing did. */
export type Witness = (request: OutgoingRequest) => (status: number | null) => void;

let witness: Witness = () => () => undefined;

/** Has every request of this context told to somebody from now on. */
export function witnessRequests(told: Witness): void {
  witness = told;
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
  const answered = witness({ what, method, url, headers, body, isPrivate });
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
