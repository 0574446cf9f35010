import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { readBrandFile } from '../../../../src/organization/file.ts';
import { chromeIdOf } from '../../../../src/organization/identity.ts';

const GUIDE = 'src/organization/README.md';
const HEADING = '## Roll-out on Linux, step by step';

/** Paths of a test, in place of those in the guide. */
type Places = { readonly policies: string; readonly updates: string };
type Step = 'make' | 'release' | 'govern' | 'update' | 'leave';
const STEPS: readonly Step[] = ['make', 'release', 'govern', 'update', 'leave'];

/** The roll-out guide of the README, with its commands step by step. */
export class Guide {
  readonly #folder = mkdtempSync(join(tmpdir(), 'wary-guide-'));
  readonly #places: Places;
  readonly #blocks: Readonly<Record<Step, string>>;
  /** The policy in the guide. */
  readonly policy: { readonly allowList: readonly { readonly content: string; readonly reason: string }[] };

  constructor(places: Places) {
    this.#places = places;
    const text = readFileSync(GUIDE, 'utf8').split(HEADING)[1]?.split('\n## ')[0] ?? '';
    const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!);
    if (blocks.length !== STEPS.length) throw new Error(`${GUIDE} has ${blocks.length} steps, not ${STEPS.length}`);
    this.#blocks = Object.fromEntries(STEPS.map((step, index) => [step, blocks[index]!])) as Record<Step, string>;
    this.policy = JSON.parse(/```json\n(\{ "managedBy"[\s\S]*?)```/.exec(text)![1]!);
  }

  /** The path of a file of the brand. */
  path(name: string): string {
    return join(this.#folder, 'acme', name);
  }

  /** Changes a file of the brand as the guide tells an administrator to. */
  write(name: string, changes: object): void {
    const file = this.path(name);
    const before = name === 'brand.yaml' ? (parse(readFileSync(file, 'utf8')) as object) : {};
    writeFileSync(file, JSON.stringify({ ...before, ...changes }, null, 2));
  }

  /** The key that identifies the brand in Chromium. */
  get extensionKey(): string {
    return readBrandFile(this.path('brand.yaml')).brand.extensionKey!;
  }

  /** The id of the brand in Chromium. */
  get extensionId(): string {
    return chromeIdOf(this.extensionKey);
  }

  /** Runs the commands of a step. Builds carry no list: the name of the test's service resolves only in its browser. */
  async run(step: Step): Promise<void> {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const commands = this.#blocks[step]
      .replaceAll(/npm run (\w+) --/g, (_, name: string) => scripts[name]!.replace(/^node /, `'${process.execPath}' `))
      .replaceAll('init acme', `init acme --out '${this.#folder}/acme'`)
      .replaceAll(/(?<=[ =])acme\//g, `${this.#folder}/acme/`)
      .replaceAll('/srv/updates', `${this.#places.updates} --list none`)
      .replaceAll('/etc/chromium/policies/managed', this.#places.policies)
      .replaceAll('sudo ', '');
    await promisify(execFile)('sh', ['-ec', commands]);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
