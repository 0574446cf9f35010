import { describe, expect, test } from 'vitest';
import { type Handler, tokenOf, VERSION_PATH } from '../../../test/fixtures/blocklist/list-service.ts';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import { answer, clock, downloads, holding, service, setStage, wake } from '../../../test/fixtures/blocklist/stage.ts';
import { encodePrefixes } from '../codec/artifact.ts';

const OLD = randomPrefixes(2_000, 1);
const NEW = Uint32Array.from([...OLD.subarray(10), ...randomPrefixes(30, 2)]).sort();

setStage();

describe('whatever the service answers, the old list stays and the state says what is wrong', () => {
  const whole = encodePrefixes(NEW);
  const snapshotPath = `/snapshot/${tokenOf(NEW)}`;
  const endless: Handler = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    const chunk = new Uint8Array(65_536);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  };
  const silent: Handler = (_, response) => {
    response.writeHead(200).write('W');
  };

  test.each<[string, string, string, Handler]>([
    ['a truncated list', 'list-rejected', snapshotPath, answer(200, {}, whole.subarray(0, whole.length - 5))],
    ['another list', 'list-rejected', snapshotPath, answer(200, {}, encodePrefixes(randomPrefixes(NEW.length, 3)))],
    ['a list of another length', 'list-rejected', snapshotPath, answer(200, {}, encodePrefixes(OLD.subarray(1)))],
    ['a page', 'list-rejected', snapshotPath, answer(200, { 'content-type': 'text/html' }, '<html>Sign in</html>')],
    ['a page as octets', 'list-rejected', snapshotPath, answer(200, {}, '<!doctype html><html>Sign in</html>')],
    ['nothing', 'list-rejected', snapshotPath, answer(200, {})],
    ['an endless list', 'list-rejected', snapshotPath, endless],
    ['a list that never comes', 'service-unreachable', snapshotPath, silent],
    ['a redirect', 'service-unreachable', snapshotPath, answer(302, { location: '/elsewhere' })],
    ['500 for the list', 'service-refused', snapshotPath, answer(500, {})],
    ['404 for the list', 'service-refused', snapshotPath, answer(404, {})],
    ['500', 'service-refused', VERSION_PATH, answer(500, {}, '{"message":"at https://host.example/x"}')],
    ['429 without a time', 'service-refused', VERSION_PATH, answer(429, {})],
    ['401', 'key-refused', VERSION_PATH, answer(401, {})],
    ['403', 'key-refused', VERSION_PATH, answer(403, {})],
    ['a page instead of the version', 'service-unreachable', VERSION_PATH, answer(200, {}, '<html>Sign in</html>')],
    ['an endless version', 'service-unreachable', VERSION_PATH, endless],
    ['no version in time', 'service-unreachable', VERSION_PATH, silent],
  ])('%s', async (_, kind, path, fault) => {
    const worker = await holding(OLD);
    const success = (await worker.sync.state()).lastSuccessAt;
    service.publish({ snapshot: NEW });
    service.faults.set(path, fault);
    const state = await worker.run();
    expect(state.problem?.kind).toBe(kind);
    expect(state.problem?.detail).not.toMatch(/http|127\.0|host|cp_|\/snapshot/);
    expect(state).toMatchObject({ lastAttemptAt: clock.now, lastSuccessAt: success });
    for (const life of [worker, wake()]) {
      await life.blocklist.ready;
      expect(life.blocklist.info?.token).toBe(tokenOf(OLD));
      expect(life.blocklist.has(OLD[3]!)).toBe(true);
      expect((await life.sync.state()).problem?.kind).toBe(kind);
    }
    service.faults.clear();
    expect((await worker.run('person')).problem).toBeNull();
    expect(worker.blocklist.info?.token).toBe(tokenOf(NEW));
  });

  test('a list that shrinks by more than half, unless the operator means it', async () => {
    const worker = await holding(OLD);
    const few = OLD.subarray(0, 999);
    service.publish({ snapshot: few });
    expect((await worker.run()).problem?.kind).toBe('list-rejected');
    expect(worker.blocklist.info?.token).toBe(tokenOf(OLD));
    service.publish({ snapshot: few, replace: true });
    expect((await worker.run('person')).problem).toBeNull();
    expect(worker.blocklist.info?.token).toBe(tokenOf(few));
  });

  test.each(['snapshot', 'recent'] as const)(
    'a %s that is announced larger than any may be is not even fetched',
    async (kind) => {
      const worker = await holding(OLD);
      const document = service.publish({ snapshot: OLD, recent: NEW });
      service.announce({ ...document, [kind]: { ...document[kind], token: 'huge', count: 2 ** 24 + 1 } });
      expect((await worker.run()).problem).toMatchObject({
        kind: 'list-rejected',
        detail: expect.stringMatching(/too large/),
      });
      expect(downloads().filter((path) => path.startsWith(`/${kind}/`))).toEqual([]);
      expect(worker.blocklist.has(OLD[3]!)).toBe(true);
    },
  );

  test('a list of unknown rules is not even fetched', async () => {
    const worker = await holding(OLD);
    service.publish({ snapshot: NEW, algoVersion: '99' });
    expect((await worker.run()).problem?.kind).toBe('update-needed');
    expect(downloads()).toEqual([]);
    expect(worker.blocklist.info).toMatchObject({ token: tokenOf(OLD), algoVersion: '2' });
  });

  test('additions that cannot be fetched do not keep the new snapshot away', async () => {
    const worker = await holding(OLD);
    const recent = randomPrefixes(4, 5);
    service.publish({ snapshot: NEW, recent });
    service.faults.set(`/recent/${tokenOf(recent)}`, answer(200, {}, 'half'));
    expect((await worker.run()).problem?.kind).toBe('list-rejected');
    expect(worker.blocklist.info?.token).toBe(tokenOf(NEW));
    service.faults.clear();
    expect((await worker.run('person')).problem).toBeNull();
    expect(worker.blocklist.has(recent[0]!)).toBe(true);
  });

  test('304 to a first question', async () => {
    service.faults.set(VERSION_PATH, answer(304, {}));
    const worker = wake();
    expect((await worker.run()).problem?.kind).toBe('service-unreachable');
    expect(worker.blocklist.info).toBeNull();
  });

  test('no connection', async () => {
    const worker = await holding(OLD);
    await service.stop();
    expect((await worker.run()).problem?.kind).toBe('service-unreachable');
    expect(worker.blocklist.has(OLD[0]!)).toBe(true);
  });
});
