/** A page that a person looks at, and the tab that shows it. */
export type ReportedPage = { readonly tabId: number; readonly url: string };
