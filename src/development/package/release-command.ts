import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEY_VARIABLE, keyFileOf } from '../brand/key-file.ts';
import { type Arguments, runCommand, UsageError } from '../command-line.ts';
import { ALLOW_OPTIONS, ALLOW_USAGE, allowedOf, timeOf } from '../extension/build.ts';
import { readPolicyFile } from '../policy/subject.ts';
import { release } from './release.ts';
import { targetOf } from './target.ts';

const USAGE = `Builds a brand and puts it where browsers find it: packages, update manifests, checksums, bills of
materials (CycloneDX) and release notes.

  npm run release -- --brand FILE --to PLACE [--key FILE] [--xpi FILE] [--policy FILE] [--list SOURCE] [--sources]

  --brand FILE   the brand; its updateUrls say where PLACE is served
  --to PLACE     a folder behind a web server, or s3://bucket/prefix: with the key in AWS_ACCESS_KEY_ID and
                 AWS_SECRET_ACCESS_KEY, and the region in AWS_REGION or another store in AWS_ENDPOINT_URL_S3
  --key FILE     the private key of the brand (default: ${KEY_VARIABLE}, or key.pem beside the brand file)
  --xpi FILE     the package for Firefox as Mozilla signed it, made from the zip that a run before wrote here
  --policy FILE  the policy of npm run policy: the notes say what has changed in it
  --list SOURCE  as of npm run build
  --sources      also writes the sources: what git tracks here, for Mozilla, which builds the package again
${ALLOW_USAGE}`;

const OPTIONS = {
  brand: { type: 'string' },
  to: { type: 'string' },
  key: { type: 'string' },
  xpi: { type: 'string' },
  policy: { type: 'string' },
  list: { type: 'string', default: 'service' },
  sources: { type: 'boolean', default: false },
  ...ALLOW_OPTIONS,
  help: { type: 'boolean', default: false },
} as const;

async function run({ values: args }: Arguments<typeof OPTIONS>): Promise<number> {
  const { brand, to } = args;
  if (brand === undefined || to === undefined) throw new UsageError('Say --brand FILE and --to PLACE.');
  const keyFile = keyFileOf(brand, args.key);
  if (keyFile === null)
    throw new UsageError(`There is no private key beside ${brand}: name it with --key FILE or ${KEY_VARIABLE}.`);
  const scratch = await mkdtemp(join(tmpdir(), 'wary-release-'));
  try {
    const written = await release({
      ...{ brandFile: brand, keyFile, signedXpi: args.xpi, list: args.list, withSources: args.sources },
      ...{
        target: targetOf(to, process.env),
        policy: args.policy === undefined ? null : readPolicyFile(args.policy),
      },
      ...{ out: join(scratch, 'output'), scratch, allowed: allowedOf(args), now: timeOf(process.env) },
    });
    console.log(`Wrote into ${to}:\n${written.map((name) => `  ${name}`).join('\n')}`);
    if (args.xpi === undefined)
      console.log(
        'Firefox takes only what Mozilla signed: have the zip for Firefox signed, and run this again with --xpi.',
      );
    return 0;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

process.exitCode = await runCommand({ options: OPTIONS, usage: USAGE, run, faults: [Error] });
