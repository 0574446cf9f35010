import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readBrandFile } from '../../organization/file.ts';
import { identityOf, updateUrlOf } from '../../organization/identity.ts';
import { type Arguments, runCommand, UsageError } from '../command-line.ts';
import { policyFiles } from './files.ts';
import { suggestedPolicy, unlockedOf } from './lock.ts';
import { auditPage } from './page.ts';
import { BROWSER_NAMES, type PolicySubject, readPolicyFile } from './subject.ts';

const USAGE = `Writes what an organization enforces, for every browser and manager (src/organization/README.md).

  npm run policy -- --brand FILE [--policy FILE] --out DIR
  npm run policy -- --brand FILE [--policy FILE] --explain
  npm run policy -- --brand FILE --suggest > policy.json

  --brand FILE    the brand whose extension is governed
  --policy FILE   JSON with the settings to enforce, such as { "managedBy": "Acme", "failurePolicy": "closed" };
                  without it nothing but the installation is enforced
  --out DIR       where the files go: Linux, Chrome Enterprise, Windows (ADMX, Intune), macOS, Firefox, two pages
  --suggest       prints a policy file that keeps the protection on and the service as it is: begin with it
  --explain       prints what is enforced, what people may change and every request that can leave, for an auditor`;

const OPTIONS = {
  brand: { type: 'string' },
  policy: { type: 'string' },
  out: { type: 'string' },
  explain: { type: 'boolean', default: false },
  suggest: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

async function run({ values }: Arguments<typeof OPTIONS>): Promise<number> {
  const { brand: brandFile, policy, out, explain, suggest } = values;
  if (brandFile === undefined) throw new UsageError('Name the brand with --brand.');
  if (out === undefined && !explain && !suggest) throw new UsageError('Say --out DIR, --explain or --suggest.');
  const { brand } = readBrandFile(brandFile);
  if (suggest) {
    console.log(JSON.stringify(suggestedPolicy(brand), null, 2));
    return 0;
  }
  const enforced = policy === undefined ? { managedBy: brand.name } : readPolicyFile(policy);
  const subject: PolicySubject = { brand, identity: identityOf(brand), values: enforced };
  if (explain) console.log(auditPage(subject));
  if (out === undefined) return 0;
  await write(resolve(out), subject);
  const open = unlockedOf(subject);
  if (open.length > 0)
    console.error(
      `People can change these, which the protection depends on: ${open.join(', ')}. --suggest locks them.`,
    );
  for (const [browser, name] of Object.entries(BROWSER_NAMES))
    if (!updateUrlOf(brand, browser as keyof typeof BROWSER_NAMES))
      console.error(
        `updateUrls.${browser} of the brand is not set: ${name} is governed by these files, but nothing is installed by them.`,
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
