/** Why the service is asked about something that looks listed. */
export type Cause =
  | 'navigation' // a tab is on its way to it, shows it, or shows the warning about it
  | 'frame' // a page shows it in a frame
  | 'move' // a page took its address without loading it
  | 'address' // a page shows it as an address
  | 'wallet' // a page asks a wallet to pay or empower it
  | 'check'; // a person asks about it in a page of the extension

/** The cause of a question and its tab, for the page's budget and for the record. */
export type QuestionCause = { readonly cause: Cause; readonly tabId?: number | undefined };

/** Whether a page can cause such a question by itself, as often as it likes. */
export const isOfPage = (cause: Cause): boolean => cause !== 'navigation' && cause !== 'check';
