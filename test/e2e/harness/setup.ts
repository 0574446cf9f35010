import buildForFirefox from '../../firefox/build.ts';
import build from './build.ts';
import makeServiceData from './service-data.ts';

/** Everything that the tests share, before the first of them. @returns what removes it */
export default async function setUp(): Promise<() => void> {
  const builds = build().then(buildForFirefox);
  const [remove] = await Promise.all([makeServiceData(), builds]);
  return remove;
}
