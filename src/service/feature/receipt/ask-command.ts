import { Argument } from 'commander';
import { RECEIPT_KINDS } from '../../../api/report/receipt.ts';
import type { Command } from '../../command-line/command.ts';
import {
  CommandError,
  choiceArgument,
  chosenArgument,
  numberArgument,
  textArgument,
} from '../../command-line/words.ts';
import { ask as askHolder } from './receipt.ts';

const MAX_LENGTH = 1_000;

export const ask: Command = {
  name: 'ask',
  summary: 'Ask whoever filed a report or dispute, who sees it with the receipt',
  arguments: [
    choiceArgument('kind', 'what was filed', RECEIPT_KINDS),
    new Argument('<id>', 'its number'),
    new Argument('<question>', `at most ${MAX_LENGTH} characters`),
  ],
  run: async ({ database, terminal }, words) => {
    const kind = chosenArgument(words, 'kind', RECEIPT_KINDS);
    const question = textArgument(words, 'question');
    if (question.length > MAX_LENGTH) throw new CommandError(`The question must be at most ${MAX_LENGTH} characters`);
    const id = numberArgument(words, 'id');
    if (!(await askHolder(database, kind, id, question)))
      throw new CommandError(`There is no ${kind} ${id} with a receipt: nobody could see the question`);
    terminal.print(`Asked about ${kind} ${id}. The answer is shown by "${kind}s"`);
  },
};
