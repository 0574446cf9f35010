/** What the guard of a document knows of its page. */
export type PageVerdict = {
  /** Settles with the verdict on the address that the document has now. */
  readonly known: Promise<unknown>;
  /** Whether there is a hit that waits for its verdict, or a verdict that ends the page. */
  readonly isCovered: () => boolean;
};

type MayListHost = (hosts: readonly string[]) => Promise<boolean>;
type Scope = { waryPageVerdict?: PageVerdict; waryMayListHost?: MayListHost };

/** Hands it to the other scripts in the isolated world of the same document. */
export const offerPageVerdict = (view: object, verdict: PageVerdict): void => {
  (view as Scope).waryPageVerdict = verdict;
};

/** Hands the look-up of hosts to them: what it takes is in the guard already. */
export const offerHostLook = (view: object, mayListHost: MayListHost): void => {
  (view as Scope).waryMayListHost = mayListHost;
};

export const hostLookOf = (view: object): MayListHost | undefined => (view as Scope).waryMayListHost;

/** The verdict on the page of a document; that of the document around it where it has no guard of its own. Undefined without any. */
export function pageVerdictOf(view: Window): PageVerdict | undefined {
  try {
    for (let each = view; ; each = each.parent) {
      // An element of a page is seen in this world too, as a member of its window that is not its own.
      if (Object.hasOwn(each, 'waryPageVerdict')) return (each as Scope).waryPageVerdict;
      if (each === each.parent) return undefined;
    }
  } catch {
    // The document around it is of another origin, and its own guard takes care of it.
    return undefined;
  }
}
