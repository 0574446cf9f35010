import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { serve } from '../command/serve/serve.ts';
import { readWords } from '../command-line/words.ts';
import { ServiceMetrics } from '../http/log/metrics.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

it('starts the service with options that it has', () => {
  const compose = parse(read('compose.yaml')) as { services: { service: { command: string[] } } };
  const [, unit = ''] = /^ExecStart=\S+ \S+ (.*)$/m.exec(read('wary.service')) ?? [];
  for (const words of [compose.services.service.command, unit.split(' ')])
    expect(readWords([serve], words)).toMatchObject({ command: serve });
});

it('watches metrics that the service has', async () => {
  const metrics = new ServiceMetrics();
  const nothing = { count: 0, version: 0 };
  metrics.readAlso(
    {
      jobs: async () => [],
      openReports: async () => ({ count: 0, oldestSeconds: 0 }),
      importHealth: async () => ({ failing: 0, oldestSeconds: 0 }),
      lastImports: async () => [],
      databaseBytes: async () => 0,
      backupSeconds: async () => 0,
      publisher: { failingSince: null, list: { snapshot: nothing, recent: nothing } },
    },
    () => undefined,
  );
  const known = metrics.registry.getMetricsAsArray().map(({ name }) => name);
  for (const name of ['alerts.yaml', 'dashboard.json']) {
    const watched = read(name).match(/\b(?:wary|process)_[a-z_]+(?=[\s[{)])/g) ?? [];
    expect(watched.length).toBeGreaterThan(8);
    for (const metric of watched) expect(known, name).toContain(metric.replace(/_bucket$/, ''));
  }
});
