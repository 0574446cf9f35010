import { expect, it } from 'vitest';
import { Counter, exposition, Gauge, Histogram } from './exposition.ts';

it('writes what Prometheus reads', async () => {
  const requests = new Counter('requests_total', 'Answers.');
  requests.add({ route: '/a', status: '200' });
  requests.add({ route: '/a', status: '200' }, 2);
  requests.add({ route: 'a"b\\c\nd', status: '500' });
  const seconds = new Histogram('seconds', 'Time.', [0.1, 1]);
  for (const value of [0.1, 0.2, 5]) seconds.observe({ route: '/a' }, value);
  const page = await exposition([requests, new Gauge('entries', 'Size.', () => 7), seconds], () => {});
  expect(page).toBe(`# HELP requests_total Answers.
# TYPE requests_total counter
requests_total{route="/a",status="200"} 3
requests_total{route="a\\"b\\\\c\\nd",status="500"} 1
# HELP entries Size.
# TYPE entries gauge
entries 7
# HELP seconds Time.
# TYPE seconds histogram
seconds_bucket{route="/a",le="0.1"} 1
seconds_bucket{route="/a",le="1"} 2
seconds_bucket{route="/a",le="+Inf"} 3
seconds_sum{route="/a"} 5.3
seconds_count{route="/a"} 3
`);
});

it('leaves out what cannot be read and tells why', async () => {
  const failures: unknown[] = [];
  const broken = new Gauge('broken', 'Never.', () => Promise.reject(new Error('down')));
  const page = await exposition([broken, new Gauge('none', 'Nothing.', () => null)], (error) => failures.push(error));
  expect(page).toBe('# HELP none Nothing.\n# TYPE none gauge\n');
  expect(failures).toEqual([new Error('down')]);
});
