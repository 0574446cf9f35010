import type { Command } from '../command/command.ts';
import { CommandError } from '../command/words.ts';
import { republish } from './republication.ts';

export const republishCommand: Command = {
  name: 'republish',
  summary: 'Publish the list under a later number, once a backup was brought back: clients take nothing earlier',
  wantsData: true,
  run: async ({ database, publisher, terminal }) => {
    if (!(await republish(database, Date.now())))
      throw new CommandError('Nothing is published yet: start the service first');
    publisher.notify();
    terminal.print('The list has a later number now: clients take it with their next poll');
  },
};
