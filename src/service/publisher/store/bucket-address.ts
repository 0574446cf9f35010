/** A bucket of an S3-compatible store, addressed in the path: every such store takes that, whatever its names resolve to. */
export type BucketAddress = {
  /** Address of the bucket, without a slash at the end. */
  readonly url: string;
  /** What the keys of all objects begin with: empty, or ending with a slash. */
  readonly prefix: string;
};

/** Names that stand for themselves in an address, in a signature and in a listing (the rules of bucket names are narrower still). */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * Reads `https://endpoint/bucket` or `https://endpoint/bucket/prefix`. Plain http is taken too: the secret key is never sent, what is
 * sent is signed (AWS Signature Version 4), and what is stored is public.
 */
export function bucketAddress(text: string): BucketAddress | { readonly problem: string } {
  if (!URL.canParse(text)) return { problem: `must be an address such as https://s3.example/bucket, not "${text}"` };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'must begin with https:// or http://' };
  if (url.username !== '' || url.password !== '')
    return { problem: 'must not contain a key: keys are taken from the environment' };
  if (url.search !== '' || url.hash !== '') return { problem: 'must be without a query (?) or a fragment (#)' };
  const [bucket, ...folders] = url.pathname.replace(/^\/|\/$/g, '').split('/');
  if (!bucket) return { problem: 'must name the bucket after the endpoint: https://s3.example/bucket' };
  if (![bucket, ...folders].every((name) => NAME.test(name)))
    return { problem: 'must have a bucket and a prefix of letters, digits, dots, hyphens and underscores' };
  return { url: `${url.origin}/${bucket}`, prefix: folders.map((name) => `${name}/`).join('') };
}
