import { fork } from 'node:child_process';
import { once } from 'node:events';
import { median, type Row } from '../bench/row.ts';
import type { PublicationMeasure } from './publication-process.ts';

/**
 * How long the list takes to be made from every row of the database, and after single decisions, and how much memory the
 * process takes for it. The database must not have been published from.
 */
export async function publicationRows(databaseUrl: string, entries: number): Promise<Row[]> {
  const child = fork(new URL('./publication-process.ts', import.meta.url), [databaseUrl]);
  const measured = once(child, 'message') as Promise<[PublicationMeasure]>;
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The publisher ended with code ${code} and no measure`);
  });
  const [measure] = await Promise.race([measured, ended]);
  ended.catch(() => undefined);
  if (Math.abs(measure.count - entries) > entries / 1_000)
    throw new Error(`Not ${entries} but ${measure.count} entries were published`);
  const group = `Publisher: one process on PostgreSQL, ${entries.toLocaleString('en')} entries`;
  const rebuild = 'rebuilt from every row';
  const beside = (name: string, value: number): Row => ({
    group,
    name,
    value,
    unit: 'ms',
    against: rebuild,
    ratio: value / measure.rebuildMs,
  });
  const memory = (name: string, bytes: number): Row => ({ group, name, value: bytes / 2 ** 20, unit: 'MiB' });
  return [
    { group, name: rebuild, value: measure.rebuildMs, unit: 'ms' },
    beside('after one addition, median', median(measure.additionMs)),
    beside('after one removal (a whole snapshot), median', median(measure.removalMs)),
    beside('changes from the oldest snapshot, when first asked for', measure.changesMs),
    memory('largest memory of the process, before', measure.bytes.before),
    memory('  after the rebuild', measure.bytes.rebuilt),
    memory('  after ten publications and the changes', measure.bytes.end),
  ];
}
