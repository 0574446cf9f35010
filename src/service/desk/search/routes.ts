import type { Gate } from '../gate.ts';
import { ROOT } from '../page.ts';
import { search } from './search.ts';
import { searchPage } from './search-page.ts';

const MAX_LENGTH = 4_096;

/** Search over reports and disputes. */
export function searchRoutes(gate: Gate): void {
  gate.get(`${ROOT}/search`, async ({ context, database, frame, person }) => {
    const text = (context.req.query('q') ?? '').replaceAll('\0', '').trim().slice(0, MAX_LENGTH);
    return { page: searchPage(frame, text, await search(database, person, text)) };
  });
}
