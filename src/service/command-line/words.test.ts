import { Argument, Option } from 'commander';
import { expect, it } from 'vitest';
import { CommandError, countOption, readWords, repeatedOption, type Shape } from './words.ts';

const block: Shape = {
  name: 'block',
  summary: 'Block',
  arguments: [new Argument('<content>', 'what')],
  options: [
    new Option('--page', 'one page'),
    new Option('--source <name>', 'who').default('operator'),
    countOption('--limit <n>', 'how many', { default: 5, max: 9 }),
    repeatedOption('--term <word>', 'a word'),
  ],
};
const keys = {
  name: 'keys',
  summary: 'Keys',
  commands: [block, { name: 'list', summary: 'List' }],
  defaultCommand: 'list',
};
const read = (...words: string[]) => {
  const given = readWords<Shape>([block, keys], words);
  if ('help' in given) throw new Error(given.help);
  return given;
};

it('parses arguments and options, and knows which were typed', () => {
  expect(read('block', 'a.example', '--term', 'x', '--term=y', '--page').words).toEqual({
    arguments: { content: 'a.example' },
    options: { page: true, source: 'operator', limit: 5, term: ['x', 'y'] },
    typed: ['page', 'term'],
  });
});

it('parses the commands of a group, and runs its default command', () => {
  expect(read('keys', 'block', 'a.example').path).toEqual(['keys', 'block']);
  expect(read('keys').path).toEqual(['keys', 'list']);
  expect(() => read('keys', 'lst')).toThrow('Did you mean list?');
});

it('does not take an option for the value of the previous one', () => {
  expect(() => read('block', 'a.example', '--source', '--page')).toThrow('--source needs a value before --page');
  expect(read('block', 'a.example', '--source=--page').words.options).toMatchObject({ source: '--page' });
});

it.each([
  [[], 'Usage:'],
  [['blok'], 'Did you mean block?'],
  [['block'], "missing required argument 'content'"],
  [['block', ' '], 'CONTENT is empty'],
  [['block', 'a', 'b'], 'too many arguments'],
  [['block', 'a', '--pag'], 'Did you mean --page?'],
  [['block', 'a', '--limit', '10'], '--limit must be a whole number from 1 to 9, not "10"'],
])('says what is wrong with %j', (words, problem) => {
  expect(() => read(...words)).toThrow(CommandError);
  expect(() => read(...words)).toThrow(problem);
});

it('explains a command with its defaults', () => {
  const given = readWords<Shape>([block, keys], ['block', '--help']);
  expect('help' in given && given.help).toMatch(
    /Usage: .* block \[options\] <content>[\s\S]*--limit <n> .*\(default: 5\)/,
  );
});
