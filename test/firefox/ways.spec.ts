import { MATRIX_HOSTS } from '../matrix/hosts.ts';
import { WAYS } from '../matrix/ways.ts';
import { measure } from './cell.ts';
import { expect, test } from './test.ts';

/** Every way once, by turns with a background that runs and one that was ended; `npm run matrix:firefox` tries each with each. */
for (const [at, way] of WAYS.entries()) {
  const state = at % 2 === 0 ? 'background running' : 'background ended';
  test(`${state}, ${way.name}: nothing of a listed page is asked for`, async ({ rig }) => {
    const leaks = await measure(rig, way, state, MATRIX_HOSTS[at]!);
    const health = leaks.stopped ? null : await rig.firefox.send('healthRead');
    expect(leaks, `by the health ${JSON.stringify(health)}`).toEqual({
      request: 0,
      script: 0,
      pixel: 0,
      key: 0,
      stopped: way.bare ? leaks.stopped : true,
    });
  });
}
