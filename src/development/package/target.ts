import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { type BucketRequest, BucketRequests, bucketAddress, refusal } from '../../service/publisher/store/bucket.ts';
import { CommandFault } from '../command-line.ts';

export type ReleaseFile = {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** Whether the next release writes another file of this name. */
  readonly isReplaced?: boolean;
};

/** Where a release is put. */
export type ReleaseTarget = {
  /** Null where there is no such file. @throws Error where that is unknown */
  read(name: string): Promise<string | null>;
  /** Writes the file as a whole, never in parts. @throws Error */
  write(file: ReleaseFile): Promise<void>;
};

const TYPES: Readonly<Record<string, string>> = {
  ...{ '.crx': 'application/x-chrome-extension', '.xpi': 'application/x-xpinstall', '.zip': 'application/zip' },
  ...{ '.xml': 'text/xml; charset=utf-8', '.json': 'application/json', '.md': 'text/markdown; charset=utf-8' },
};
const YEAR = 'public, max-age=31536000, immutable';

/**
 * A folder; or `s3://bucket/prefix`, at Amazon or where `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL` says, or the address of the bucket
 * (`https://endpoint/bucket/prefix`). The key and the region are those of the environment, under the names that every S3 client knows.
 * @throws CommandFault
 */
export function targetOf(place: string, environment: NodeJS.ProcessEnv): ReleaseTarget {
  if (place.startsWith('s3://')) return bucket(addressOf(place, environment), environment);
  return /^https?:\/\//.test(place) ? bucket(place, environment) : folder(resolve(place));
}

function addressOf(place: string, { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, ...environment }: NodeJS.ProcessEnv) {
  const region = regionOf(environment) ?? 'us-east-1';
  const endpoint = AWS_ENDPOINT_URL_S3 || AWS_ENDPOINT_URL || `https://s3.${region}.amazonaws.com`;
  return `${endpoint.replace(/\/$/, '')}/${place.slice('s3://'.length)}`;
}

const regionOf = ({ AWS_REGION, AWS_DEFAULT_REGION }: NodeJS.ProcessEnv) => AWS_REGION || AWS_DEFAULT_REGION || null;

function bucket(place: string, environment: NodeJS.ProcessEnv): ReleaseTarget {
  const address = bucketAddress(place);
  if ('problem' in address) throw new CommandFault(`--to ${address.problem}`);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (!accessKeyId || !secretAccessKey)
    throw new CommandFault('--to a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment');
  const credentials = { accessKeyId, secretAccessKey, sessionToken: environment.AWS_SESSION_TOKEN || null };
  const requests = new BucketRequests(credentials, regionOf(environment));
  const never = new AbortController().signal;
  const urlOf = (name: string) => `${address.url}/${address.prefix}${name}`;
  const send = async (request: BucketRequest, alsoNone: boolean) => {
    const answer = await requests.send(request, never);
    if (alsoNone && answer.status === 404) return null;
    if (answer.status < 200 || answer.status > 299) throw refusal(request, answer);
    return answer.text;
  };
  return {
    read: (name) => send({ method: 'GET', url: urlOf(name) }, true),
    write: async ({ name, bytes, isReplaced }) => {
      const headers = {
        'Content-Type': TYPES[extname(name)] ?? 'text/plain; charset=utf-8',
        'Cache-Control': isReplaced ? 'no-cache' : YEAR,
      };
      await send({ method: 'PUT', url: urlOf(name), headers, body: Uint8Array.from(Buffer.from(bytes)) }, false);
    },
  };
}

function folder(path: string): ReleaseTarget {
  return {
    read: (name) =>
      readFile(join(path, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    write: async ({ name, bytes }) => {
      await mkdir(path, { recursive: true });
      const beside = join(path, `.${name}.part`);
      await writeFile(beside, bytes);
      await rename(beside, join(path, name));
    },
  };
}
