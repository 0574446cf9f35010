import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BrandFileError, readBrandFile } from '../../organization/file.ts';
import { identityOf } from '../../organization/identity.ts';
import { policyFiles } from './files.ts';
import { auditPage } from './page.ts';
import { PolicyFileError, type PolicySubject, readPolicyFile } from './subject.ts';

const USAGE = `Writes what an organization enforces, for every browser and manager (src/organization/README.md).

  npm run policy -- --brand FILE [--policy FILE] --out DIR
  npm run policy -- --brand FILE [--policy FILE] --explain

  --brand FILE    the brand whose extension is governed
  --policy FILE   JSON with the settings to enforce, such as { "managedBy": "Acme", "failurePolicy": "closed" };
                  without it nothing but the installation is
  --out DIR       where the files go: Linux, Chrome Enterprise, Windows (ADMX, Intune), macOS, Firefox, two pages
  --explain       prints what is enforced, what people may change and every request that can leave, for an auditor`;

const OPTIONS = {
  brand: { type: 'string' },
  policy: { type: 'string' },
  out: { type: 'string' },
  explain: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function wordsOf() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** @returns the exit code: 0 where all is well, 1 for a fault in a file, 2 for words that make no sense */
async function run(): Promise<number> {
  const words = wordsOf();
  if ('problem' in words) return refuse(words.problem);
  const { brand: brandFile, policy, out, explain, help } = words;
  if (help) {
    console.log(USAGE);
    return 0;
  }
  if (brandFile === undefined) return refuse('Name the brand with --brand.');
  if (out === undefined && !explain) return refuse('Say --out DIR or --explain.');
  const { brand } = readBrandFile(brandFile);
  const values = policy === undefined ? { managedBy: brand.name } : readPolicyFile(policy);
  const subject: PolicySubject = { brand, identity: identityOf(brand), values };
  if (explain) console.log(auditPage(subject));
  if (out === undefined) return 0;
  await write(resolve(out), subject);
  for (const browser of ['chrome', 'firefox'] as const)
    if (!brand.updateUrls?.[browser])
      console.error(
        `updateUrls.${browser} of the brand is not set: ${browser === 'chrome' ? 'Chrome and Edge are' : 'Firefox is'} governed by these files, but told to install nothing.`,
      );
  return 0;
}

async function write(folder: string, subject: PolicySubject): Promise<void> {
  for (const [path, text] of Object.entries(policyFiles(subject))) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    console.error(`Wrote ${file}`);
  }
}

function refuse(problem: string): number {
  console.error(`${problem}\n\n${USAGE}`);
  return 2;
}

process.exitCode = await run().catch((error: unknown) => {
  if (!(error instanceof BrandFileError || error instanceof PolicyFileError)) throw error;
  console.error(error.message);
  return 1;
});
