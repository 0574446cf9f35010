import type { Visit } from '../gate.ts';
import { numberIn } from '../number.ts';

/** What is said of something that was done, on the page that follows. */
const DONE: Readonly<Record<string, string>> = {
  APPROVE: 'is approved',
  REJECT: 'is rejected',
  SKIP: 'is skipped: it is behind the others now',
  ESCALATE: 'waits for the answer of its organization',
  once: 'is approved once: it waits for the approval of another person',
  answered: 'is answered for its organization',
  asked: 'waits for the answer of whoever sent it',
  merged: 'has what was merged with it',
};

/** What an address says was done; null where it says nothing that is known. */
export function doneText({ context }: Pick<Visit, 'context'>): string | null {
  const [what, of] = [context.req.query('done') ?? '', numberIn(context.req.query('of'))];
  return of !== null && Object.hasOwn(DONE, what) ? `Report ${of} ${DONE[what]}.` : null;
}
