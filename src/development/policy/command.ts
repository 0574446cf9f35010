import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readBrandFile } from '../../organization/file.ts';
import { identityOf, updateUrlOf } from '../../organization/identity.ts';
import { type Arguments, runCommand, UsageError } from '../command-line.ts';
import { policyFiles } from './files.ts';
import { auditPage } from './page.ts';
import { BROWSER_NAMES, type PolicySubject, readPolicyFile } from './subject.ts';

const USAGE = `Writes what an organization enforces, for every browser and manager (src/organization/README.md).

  npm run policy -- --brand FILE [--policy FILE] --out DIR
  npm run policy -- --brand FILE [--policy FILE] --explain

  --brand FILE    the brand whose extension is governed
  --policy FILE   JSON with the settings to enforce, such as { "managedBy": "Acme", "failurePolicy": "closed" };
                  without it nothing but the installation is enforced
  --out DIR       where the files go: Linux, Chrome Enterprise, Windows (ADMX, Intune), macOS, Firefox, two pages
  --explain       prints what is enforced, what people may change and every request that can leave, for an auditor`;

const OPTIONS = {
  brand: { type: 'string' },
  policy: { type: 'string' },
  out: { type: 'string' },
  explain: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

async function run({ values }: Arguments<typeof OPTIONS>): Promise<number> {
  const { brand: brandFile, policy, out, explain } = values;
  if (brandFile === undefined) throw new UsageError('Name the brand with --brand.');
  if (out === undefined && !explain) throw new UsageError('Say --out DIR or --explain.');
  const { brand } = readBrandFile(brandFile);
  const enforced = policy === undefined ? { managedBy: brand.name } : readPolicyFile(policy);
  const subject: PolicySubject = { brand, identity: identityOf(brand), values: enforced };
  if (explain) console.log(auditPage(subject));
  if (out === undefined) return 0;
  await write(resolve(out), subject);
  for (const [browser, name] of Object.entries(BROWSER_NAMES))
    if (!updateUrlOf(brand, browser as keyof typeof BROWSER_NAMES))
      console.error(
        `updateUrls.${browser} of the brand is not set: ${name} is governed by these files, but told to install nothing.`,
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

process.exitCode = await runCommand({ options: OPTIONS, usage: USAGE, run });
