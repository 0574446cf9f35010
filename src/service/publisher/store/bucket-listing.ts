/** A page of a listing of a bucket (`ListBucketResult` of ListObjectsV2). */
export type BucketListing = {
  readonly objects: readonly { readonly key: string; readonly modifiedAt: number }[];
  /** Asks for the next page; null on the last one. */
  readonly next: string | null;
};

/**
 * Reads a page of a listing. Objects without a key or a date are left out: nothing is done to them.
 * @returns null for what is no such page
 */
export function bucketListing(xml: string): BucketListing | null {
  if (!/<ListBucketResult[\s>]/.test(xml)) return null;
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].flatMap(([, object]) => {
    const key = textOf(object!, 'Key');
    const modifiedAt = Date.parse(textOf(object!, 'LastModified') ?? '');
    return key === null || Number.isNaN(modifiedAt) ? [] : [{ key, modifiedAt }];
  });
  const isTruncated = textOf(xml, 'IsTruncated') === 'true';
  return { objects, next: isTruncated ? textOf(xml, 'NextContinuationToken') : null };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function textOf(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return (
    text?.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|(\w+));/gi, (whole, decimal, hex, named) => {
      if (named !== undefined) return ENTITIES[named] ?? whole;
      return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
    }) ?? null
  );
}
