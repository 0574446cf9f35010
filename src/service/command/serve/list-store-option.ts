import { Option } from 'commander';
import { CommandError, textOption, type Words } from '../../command-line/words.ts';
import { BucketRequests, bucketAddress } from '../../publisher/store/bucket.ts';
import { ListBucket } from '../../publisher/store/list-bucket.ts';
import { ListFolder } from '../../publisher/store/list-folder.ts';
import type { ListStore } from '../../publisher/store/list-store.ts';

export const LIST_STORE_OPTIONS: readonly Option[] = [
  new Option('--list-folder <dir>', 'also write the list files into this folder, before they are announced'),
  new Option(
    '--list-bucket <url>',
    'or into this bucket of an S3-compatible store: https://endpoint/bucket[/prefix], with the key in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (and AWS_SESSION_TOKEN) of the environment',
  ),
  new Option('--list-region <region>', 'region of that store (default: as its address says, otherwise us-east-1)'),
];

/**
 * The list store in the options, null for none; its key is in the environment, because options are visible.
 * @throws CommandError
 */
export function listStoreOption(words: Words, environment: NodeJS.ProcessEnv): ListStore | null {
  const folder = textOption(words, 'list-folder');
  const bucket = textOption(words, 'list-bucket');
  const region = textOption(words, 'list-region') ?? null;
  if (bucket === undefined) {
    if (region !== null) throw new CommandError('--list-region goes with --list-bucket');
    return folder === undefined ? null : new ListFolder(folder);
  }
  if (folder !== undefined) throw new CommandError('Give either --list-folder or --list-bucket');
  const address = bucketAddress(bucket);
  if ('problem' in address) throw new CommandError(`--list-bucket ${address.problem}`);
  if (region !== null && !/^[A-Za-z0-9-]{1,64}$/.test(region))
    throw new CommandError(`--list-region must be a region such as eu-central-1, not "${region}"`);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (!accessKeyId || !secretAccessKey)
    throw new CommandError('--list-bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment');
  const sessionToken = environment.AWS_SESSION_TOKEN || null;
  return new ListBucket(address, new BucketRequests({ accessKeyId, secretAccessKey, sessionToken }, region));
}
