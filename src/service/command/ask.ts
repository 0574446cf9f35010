import { RECEIPT_KINDS } from '../../api/report/receipt.ts';
import { ask as askHolder } from '../feature/receipt/inquiry.ts';
import { type Command, CommandError, positionals, wholeNumber } from './command.ts';

const LONGEST = 1_000;

export const ask: Command = {
  name: 'ask',
  synopsis: 'report|dispute ID QUESTION',
  summary: 'Ask whoever filed a report or dispute, who sees it with the receipt',
  options: {},
  help: [],
  run: async ({ database, terminal }, words) => {
    const [word, number, question] = positionals(words, 'report|dispute', 'ID', 'QUESTION');
    const kind = RECEIPT_KINDS.find((known) => known === word);
    if (!kind) throw new CommandError(`Expected report or dispute, got ${word}`);
    if (question.length > LONGEST) throw new CommandError(`The question must be at most ${LONGEST} characters`);
    const id = wholeNumber(number, 'ID');
    if (!(await askHolder(database, kind, id, question)))
      throw new CommandError(`There is no ${kind} ${id} with a receipt: nobody could see the question`);
    terminal.print(`Asked about ${kind} ${id}. The answer is shown by "${kind}s"`);
  },
};
