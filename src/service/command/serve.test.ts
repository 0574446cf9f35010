import { expect, it } from 'vitest';
import { readWords } from './parser.ts';
import { serve } from './serve.ts';

const terminal = { folder: '/', print: () => {}, progress: { write: () => true } };

it.each(['--top-sites', '--country-database'])('does not start without the file of %s', async (option) => {
  const given = readWords([serve], ['serve', '--memory', '--port', '0', option, 'no-such-file.txt']);
  if ('help' in given) throw new Error('The words ask for no help');
  await expect(serve.run(given.words, {}, terminal)).rejects.toThrow('no-such-file.txt cannot be read');
});
