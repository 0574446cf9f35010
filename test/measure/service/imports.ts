import { createHash } from 'node:crypto';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceProcess } from '../../fixtures/service-process.ts';
import type { Row } from '../bench/row.ts';
import { send } from './load.ts';

/** A service that is measured. */
export type Version = {
  readonly name: string;
  /** The folder of its checkout; null: this one. */
  readonly checkout: string | null;
  /** The words of its command that imports a file. */
  readonly importWords: readonly string[];
};

export type ImportOrder = {
  readonly folder: string;
  readonly entries: number;
  /** The first is what the others stand beside. */
  readonly versions: readonly Version[];
  readonly createDatabase: () => Promise<string>;
};

const STEPS = ['import', 'the same file again', 'undo'] as const;
/** Between an answer of `/healthz` and the next question, in milliseconds. */
const INTERVAL_MS = 20;

/**
 * How long a running service takes for a long list, how much memory it takes at most meanwhile (Linux alone says it), and how long
 * nobody is answered; each version on an empty database of both kinds.
 */
export async function importRows({ folder, entries, versions, createDatabase }: ImportOrder): Promise<Row[]> {
  const file = join(folder, 'list.txt');
  await writeFile(file, Array.from({ length: entries }, (_, index) => `${hostOf(index)}\n`).join(''));
  const rows: Row[] = [];
  for (const database of ['embedded', 'PostgreSQL'] as const) {
    const seconds = new Map<string, number>();
    for (const { name, checkout, importWords } of versions) {
      const place = {
        folder: await mkdtemp(join(folder, 'version-')),
        databaseUrl: database === 'embedded' ? null : await createDatabase(),
        name: 'imports',
        words: [],
        ...(checkout === null ? {} : { program: join(checkout, 'src/service/main.ts') }),
      };
      const service = await ServiceProcess.start(place);
      try {
        const words = [...importWords, file, '--source', 'bench'];
        let undo: readonly string[] = [];
        for (const step of STEPS) {
          const measure = await whileAnswering(service, async () => {
            const printed = await service.command(...(step === 'undo' ? undo : words));
            if (step === 'import') undo = /"([a-z ]+ undo \d+)"/.exec(printed)![1]!.split(' ');
          });
          const isFirst = name === versions[0]!.name;
          if (isFirst) seconds.set(step, measure.seconds);
          const { gapMs, peakMib, processorSeconds } = measure;
          rows.push({
            ...{ group: `Import of ${entries.toLocaleString('en')} entries, ${database}`, name: `${step}, ${name}` },
            ...{ value: measure.seconds, unit: 's' },
            detail: `${processorSeconds.toFixed(1)} s of the processor, longest wait for an answer ${gapMs.toFixed(0)} ms, at most ${peakMib.toFixed(0)} MiB`,
            ...(isFirst ? {} : { against: versions[0]!.name, ratio: measure.seconds / seconds.get(step)! }),
          });
        }
      } finally {
        await service.stop();
      }
    }
  }
  return rows;
}

/** Hosts in no order, as lists have them. */
const hostOf = (index: number): string =>
  `claim-${createHash('sha256').update(String(index)).digest('hex').slice(0, 16)}.com`;

async function whileAnswering({ pid, url }: ServiceProcess, work: () => Promise<void>) {
  // Forgets the peak so far: proc_pid_clear_refs(5).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  const start = performance.now();
  const processorBefore = await processorSecondsOf(pid);
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  let [gapMs, last] = [0, performance.now()];
  while (!isDone) {
    // A service that was busy for long may refuse what it reads at last: that is no answer.
    const problem = await send(agent, { options: { hostname, port, path: '/healthz' } }).catch(String);
    gapMs = Math.max(gapMs, performance.now() - last);
    if (problem === undefined) last = performance.now();
    await pause(INTERVAL_MS);
  }
  await done;
  const seconds = (performance.now() - start) / 1_000;
  agent.destroy();
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  const processorSeconds = (await processorSecondsOf(pid)) - processorBefore;
  return { seconds, processorSeconds, gapMs, peakMib: Number(peak[1]) / 1_024 };
}

/** Of one process, without that of the database server: proc_pid_stat(5), in the hundredths that Linux counts in. */
async function processorSecondsOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
