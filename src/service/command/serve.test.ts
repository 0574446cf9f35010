import { expect, it } from 'vitest';
import { readWords } from './parser.ts';
import { serve } from './serve.ts';

const terminal = { folder: '/', print: () => {}, progress: { write: () => true } };

it('does not start without the top sites that it is to know', async () => {
  const given = readWords([serve], ['serve', '--memory', '--port', '0', '--top-sites', 'no-such-file.txt']);
  if ('help' in given) throw new Error('The words ask for no help');
  await expect(serve.run(given.words, {}, terminal)).rejects.toThrow('no-such-file.txt cannot be read');
});
