import { expect, it } from 'vitest';
import { readWords } from '../../command-line/words.ts';
import { ListBucket } from '../../publisher/store/list-bucket.ts';
import { ListFolder } from '../../publisher/store/list-folder.ts';
import { LIST_STORE_OPTIONS, listStoreOption } from './list-store-option.ts';
import { serve } from './serve.ts';

const terminal = { folder: '/', print: () => {}, progress: { write: () => true } };

it('does not start without the file of an option', async () => {
  const words = ['serve', '--memory', '--port', '0', '--country-database', 'no-such-file.txt'];
  const given = readWords([serve], words);
  if ('help' in given) throw new Error('The words ask for no help');
  await expect(serve.run(given.words, {}, terminal)).rejects.toThrow('no-such-file.txt cannot be read');
});

const KEY = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'not-to-be-printed' };
const BUCKET = ['--list-bucket', 'https://s3.example/bucket'];
const wordsOf = (words: readonly string[]) => {
  const given = readWords([{ name: 'serve', summary: '', options: LIST_STORE_OPTIONS }], ['serve', ...words]);
  if ('help' in given) throw new Error(given.help);
  return given.words;
};
const read = (words: readonly string[], environment: NodeJS.ProcessEnv = KEY) =>
  listStoreOption(wordsOf(words), environment);

it('the list store is none, a folder or a bucket', () => {
  expect(read([])).toBeNull();
  expect(read(['--list-folder', 'lists'])).toBeInstanceOf(ListFolder);
  expect(read(BUCKET)).toBeInstanceOf(ListBucket);
  expect(read([...BUCKET, '--list-region', 'eu-central-1'])).toBeInstanceOf(ListBucket);
});

it('an invalid list store is refused before the service starts, with what to do', () => {
  expect(() => read([...BUCKET, '--list-folder', 'lists'])).toThrow('either --list-folder or --list-bucket');
  expect(() => read(['--list-region', 'eu-central-1'])).toThrow('goes with --list-bucket');
  expect(() => read([...BUCKET, '--list-region', 'a/b'])).toThrow('such as eu-central-1');
  expect(() => read(['--list-bucket', 'https://s3.example'])).toThrow('must name the bucket');
  for (const missing of Object.keys(KEY))
    expect(() => read(BUCKET, { ...KEY, [missing]: '' })).toThrow('AWS_SECRET_ACCESS_KEY in the environment');
});

it('a secret in the address of a bucket is refused and not printed', () => {
  const reading = () => read(['--list-bucket', 'https://key:hidden@s3.example/bucket']);
  expect(reading).toThrow('keys are taken from the environment');
  expect(reading).not.toThrow('hidden');
});
