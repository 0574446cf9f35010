import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const LOCK = new URL('../../../src/service/database/folder/folder-lock.ts', import.meta.url).href;
/** Says when it is loaded, wants the folder at the next line of its input, says whether it has it, and keeps it until it is killed. */
const STARTER = `
import { lockFolder } from ${JSON.stringify(LOCK)};
import { createInterface } from 'node:readline';
let lock;
createInterface(process.stdin).once('line', async () => {
  lock = await lockFolder(process.argv[1]).catch((error) => console.log(error.name));
  if (lock) console.log('held');
});
console.log('loaded');`;
const NAMESPACE = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];

export type StartResult = {
  readonly rounds: number;
  /** Whether every second process had numbers of its own, as in a container. */
  readonly inNamespaces: boolean;
  /** Rounds in which not one process had the folder, with what each said. */
  readonly wrong: readonly string[];
};

/** Lets processes want one folder at the same moment, over and over. Who has it is killed at the end of a round. */
export async function startTogether(folder: string, starters: number, rounds: number): Promise<StartResult> {
  const inNamespaces = spawnSync(NAMESPACE[0]!, [...NAMESPACE.slice(1), 'true']).status === 0;
  const wrong: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const children = await Promise.all(
      Array.from({ length: starters }, (_, index) => start(folder, inNamespaces && index % 2 === 1)),
    );
    const said = await Promise.all(children.map(({ want }) => want()));
    if (said.filter((word) => word === 'held').length !== 1 || said.some((word) => !/^(held|FolderInUse)$/.test(word)))
      wrong.push(`round ${round}: ${said.sort().join(' ')}`);
    await Promise.all(children.map(({ child }) => killed(child)));
  }
  return { rounds, inNamespaces, wrong };
}

async function start(folder: string, apart: boolean) {
  const [program, ...words] = [
    ...(apart ? NAMESPACE : []),
    process.execPath,
    '--input-type=module',
    '-e',
    STARTER,
    folder,
  ];
  const child = spawn(program!, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  await once(lines, 'line');
  const want = async (): Promise<string> => {
    const answer = once(lines, 'line');
    child.stdin.write('go\n');
    return String((await answer)[0]);
  };
  return { child, want };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
