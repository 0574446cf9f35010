import { Gauge } from 'prom-client';
import { expect, it } from 'vitest';
import { ServiceMetrics, startMetrics } from './metrics.ts';

it('leaves out a value that cannot be read, and reports why', async () => {
  const failures: unknown[] = [];
  const metrics = new ServiceMetrics();
  const down = new Error('down');
  metrics.readAlso(
    [
      ['wary_jobs_waiting', 'Fails.', () => Promise.reject(down), ['kind']],
      ['wary_open_reports', 'Fails too.', () => Promise.reject(down)],
      ['wary_backup_age_seconds', 'Has no value.', async () => null],
      ['wary_list_entries', 'Has one.', () => 4],
      ['wary_import_entries', 'Has one for a label.', () => [[{ state: 'taken' }, 3]], ['state']],
    ],
    (error) => failures.push(error),
  );
  metrics.requests.inc({ method: 'GET', route: '/a', status: '200' });
  const page = await metrics.registry.metrics();
  expect(page).toContain('wary_requests_total{method="GET",route="/a",status="200"} 1');
  expect(page).toMatch(/^wary_list_entries 4$/m);
  expect(page).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(page).toMatch(/^wary_import_entries\{state="taken"\} 3$/m);
  expect(page).not.toMatch(/^wary_(?:jobs_waiting|open_reports|backup_age_seconds)[{ ]/m);
  expect(failures).toEqual([down, down]);
});

it('answers 500 where a collector fails, and goes on', async () => {
  const failures: unknown[] = [];
  const { registry } = new ServiceMetrics();
  const broken = new Error('broken');
  let isBroken = true;
  new Gauge({
    ...{ name: 'broken', help: 'Fails once.', registers: [registry] },
    collect: () => {
      if (isBroken) throw broken;
    },
  });
  const server = await startMetrics({ host: '127.0.0.1', port: 0 }, registry, (error) => failures.push(error));
  const status = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).status;
  expect(await status()).toBe(500);
  expect(failures).toEqual([broken]);
  isBroken = false;
  expect(await status()).toBe(200);
  await server.close();
});
