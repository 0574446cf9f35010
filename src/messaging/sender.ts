/** Who may send a message: a content script in a page, or a page of the extension itself in the top frame. */
export type Sender = 'content' | 'page';

/** What the browser says about who sent a message; none of it can be forged by a page. */
export type MessageSource = {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly frameId?: number | undefined;
  readonly documentId?: string | undefined;
  readonly tab?:
    | { readonly id?: number | undefined; readonly url?: string | undefined; readonly windowId?: number | undefined }
    | undefined;
};

/** This extension's own id and the origin of its pages, with a slash at the end. */
export type OwnIdentity = { readonly id: string; readonly origin: string };

/**
 * Why this sender may not send a message meant for `allowed`, or null where it may. A page of the extension counts only
 * in the top frame: one that a web page embeds could be driven by clicks that the person meant for something else.
 */
export function senderProblem(allowed: Sender, source: MessageSource, own: OwnIdentity): string | null {
  if (source.id !== own.id) return 'it comes from another extension';
  const ownPage = source.url?.startsWith(own.origin) ?? false;
  if (allowed === 'page') {
    if (!ownPage) return 'only a page of the extension may send it';
    if (source.tab && source.frameId !== 0) return 'it comes from a page of the extension that another page embeds';
    return null;
  }
  if (ownPage || source.tab?.id === undefined) return 'only a content script in a web page may send it';
  return null;
}
