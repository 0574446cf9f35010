import { PLAIN } from '../measure/leaks/kind/kinds.ts';
import { measure } from '../measure/leaks/measure.ts';
import { noCounts } from '../measure/leaks/table/cell.ts';
import { WAYS } from '../measure/leaks/way/ways.ts';
import { expect, test } from './test.ts';

/** Every way once, alternating between a running and an ended background; `npm run measure -- leaks` tests every combination. */
for (const [at, way] of WAYS.entries()) {
  const state = at % 2 === 0 ? 'worker running' : 'worker stopped';
  test(`${state}, ${way.name}: nothing of a listed page is requested`, async ({ rig }) => {
    const { counts } = await measure(rig, { way, kind: PLAIN, state, delay: 0 }, at);
    const health = counts.open > 0 ? await rig.browser.send('healthRead') : null;
    expect(counts, `by the health ${JSON.stringify(health)}`).toEqual(noCounts());
  });
}
