import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readMetrics } from '../command/serve/read-metrics.ts';
import { serve } from '../command/serve/serve.ts';
import { readWords } from '../command-line/words.ts';
import { ServiceMetrics } from '../http/log/metrics.ts';
import type { Service } from '../http/service.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

it('starts the service with options that it has', () => {
  const compose = parse(read('compose.yaml')) as { services: { service: { command: string[] } } };
  const [, unit = ''] = /^ExecStart=\S+ \S+ (.*)$/m.exec(read('wary.service')) ?? [];
  for (const words of [compose.services.service.command, unit.split(' ')])
    expect(readWords([serve], words)).toMatchObject({ command: serve });
});

it('watches metrics that the service has', async () => {
  const metrics = new ServiceMetrics();
  // Nothing is read before somebody fetches them.
  metrics.readAlso(readMetrics({} as Service, undefined), () => undefined);
  const known = metrics.registry.getMetricsAsArray().map(({ name }) => name);
  for (const name of ['alerts.yaml', 'dashboard.json']) {
    const watched = read(name).match(/\b(?:wary|process)_[a-z_]+(?=[\s[{)])/g) ?? [];
    expect(watched.length).toBeGreaterThan(8);
    for (const metric of watched) expect(known, name).toContain(metric.replace(/_bucket$/, ''));
  }
});
