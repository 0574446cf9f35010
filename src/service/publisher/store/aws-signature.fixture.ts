import { createHash, createHmac } from 'node:crypto';

type SignedRequest = {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/**
 * For tests: computes the signature as a store does to verify a request. Written from "Authenticating Requests: Using
 * the Authorization Header (AWS Signature Version 4)" of the Amazon S3 API Reference, without any code that the service
 * uses.
 * @returns the signature that the request must carry
 */
export function awsSignature(
  { method, target, headers }: SignedRequest,
  { date, region, signedHeaders }: { date: string; region: string; signedHeaders: readonly string[] },
  secret: string,
): string {
  const [path = '', query = ''] = target.split('?');
  const parameters = query === '' ? [] : query.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`));
  const canonical = [
    method,
    path,
    parameters.sort().join('&'),
    ...signedHeaders.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
  const day = date.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request');
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex');
}

/** The parts of an `Authorization` header; null for another scheme. */
export function readAuthorization(header: string | undefined) {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header ?? '',
    );
  if (!parts) return null;
  const [, accessKeyId, day, region, signedHeaders, signature] = parts as unknown as string[];
  return { accessKeyId: accessKeyId!, day: day!, region: region!, signedHeaders: signedHeaders!.split(';'), signature };
}
