import { expect, it } from 'vitest';
import { ServiceMetrics } from './metrics.ts';

it('leaves out a value that cannot be read, and reports why', async () => {
  const failures: unknown[] = [];
  const metrics = new ServiceMetrics();
  const down = new Error('down');
  const list = { snapshot: { count: 3 }, recent: { count: 1 } };
  const readings = {
    pendingDeliveries: () => Promise.reject(down),
    importHealth: () => Promise.reject(down),
    publisher: { failingSince: null, list },
  };
  metrics.readAlso(readings, (error) => failures.push(error));
  metrics.requests.inc({ method: 'GET', route: '/a', status: '200' });
  const page = await metrics.registry.metrics();
  expect(page).toContain('wary_requests_total{method="GET",route="/a",status="200"} 1');
  expect(page).toMatch(/^wary_list_entries 4$/m);
  expect(page).toMatch(/^process_resident_memory_bytes \d+$/m);
  expect(page).not.toMatch(/^wary_webhook_deliveries_pending /m);
  expect(failures).toContain(down);
});
