import type { Gate } from '../gate.ts';
import { numberIn } from '../number.ts';
import { ROOT } from '../page.ts';
import { doneText } from '../report/done.ts';
import { queuePage } from './queue-page.ts';
import { QUEUE_PARTS, readQueue } from './waiting.ts';

/** The desk's first page. */
export function queueRoutes(gate: Gate): void {
  gate.get(ROOT, async (visit) => {
    const { context, database, frame, person } = visit;
    const part = QUEUE_PARTS.find((name) => name === context.req.query('part')) ?? 'open';
    const after = numberIn(context.req.query('after'));
    return { page: queuePage(frame, part, await readQueue(database, person, part, after), doneText(visit)) };
  });
}
