import type { Visit } from '../gate.ts';
import { numberIn } from '../number.ts';
import type { Html } from '../page.ts';

/** What is said of something that was done, on the page that follows. */
const DONE = ['APPROVE', 'REJECT', 'SKIP', 'ESCALATE', 'once', 'answered', 'asked', 'merged'] as const;

/** What an address says was done; null where it says nothing that is known. */
export function doneText({ context, frame }: Pick<Visit, 'context' | 'frame'>): Html | null {
  const [done, of] = [DONE.find((name) => name === context.req.query('done')), numberIn(context.req.query('of'))];
  return of === null || done === undefined ? null : frame.words.t(`desk.report.done.${done}`, { number: String(of) });
}
