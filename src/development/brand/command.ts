import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBrandFile } from '../../organization/file.ts';
import { type Arguments, runCommand, UsageError } from '../command-line.ts';
import { writeMaterial } from '../store/material.ts';
import { checkBrand } from './check.ts';
import { createBrand } from './new-brand.ts';

const USAGE = `Makes and checks the brand of an organization (src/organization/README.md).

  npm run brand -- init SLUG [--name TEXT] [--accent #rrggbb] [--service URL] [--portal URL] [--key FILE] [--out DIR]
  npm run brand -- check FILE [--key FILE] [--offline]
  npm run brand -- store FILE --out DIR

  init             makes a folder with a brand file, an icon, a key pair and what to do next
    SLUG           the organization at its service
    --name TEXT    the name that people read (default: made from SLUG)
    --accent       the brand's colour (default: that of the product)
    --service URL  address of the service
    --portal URL   address of the portal (default: that of the service)
    --key FILE     a private key (PEM) that exists already, instead of a new one
    --out DIR      the folder (default: SLUG)

  check            says everything that is wrong with a brand file; ends with 1 where anything is
    --key FILE     its private key (default: WARY_BRAND_KEY, or key.pem beside the brand file)
    --offline      leaves the addresses alone

  store            writes what stores ask for: texts within the limits of each, and pictures, in every language of the
                   extension; the reasons for its permissions; the privacy policy
    --out DIR      where the files go`;

const PRODUCT = fileURLToPath(new URL('../../organization/wary.json', import.meta.url));

const OPTIONS = {
  name: { type: 'string' },
  accent: { type: 'string' },
  service: { type: 'string', default: 'https://threats.example' },
  portal: { type: 'string' },
  key: { type: 'string' },
  out: { type: 'string' },
  offline: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

async function run({ values, positionals }: Arguments<typeof OPTIONS>): Promise<number> {
  const [command, subject, ...more] = positionals;
  if (command !== 'init' && command !== 'check' && command !== 'store')
    throw new UsageError(command ? `Unknown command "${command}".` : 'Say init, check or store.');
  if (subject === undefined || more.length > 0)
    throw new UsageError(command === 'init' ? 'init wants one SLUG.' : `${command} wants one brand FILE.`);
  if (command === 'init') return init(subject, values);
  return command === 'check' ? check(subject, values) : store(subject, values);
}

type Values = Arguments<typeof OPTIONS>['values'];

async function init(slug: string, { name, accent, service, portal, key, out }: Values): Promise<number> {
  const made = await createBrand({
    slug,
    name: name ?? `${slug.charAt(0).toUpperCase()}${slug.slice(1)} Guard`,
    accent: accent ?? readBrandFile(PRODUCT).brand.colours.accent,
    serviceUrl: service,
    portalUrl: portal ?? service,
    folder: out ?? slug,
    keyFile: key,
  });
  console.log(`Made ${made.folder}: ${made.files.join(', ')}
Id in Chrome and Edge: ${made.chromeId}
Next: README.md there.`);
  return 0;
}

async function check(file: string, { key, offline }: Values): Promise<number> {
  const { problems, notes } = await checkBrand(file, { keyFile: key, isOffline: offline });
  for (const note of notes) console.log(`  ${note}`);
  if (problems.length === 0) {
    console.log(`${file} can be built.`);
    return 0;
  }
  console.error(
    [
      `${file}: ${problems.length === 1 ? 'one fault' : `${problems.length} faults`}`,
      ...problems.map((problem) => `  - ${problem}`),
    ].join('\n'),
  );
  return 1;
}

async function store(file: string, { out }: Values): Promise<number> {
  if (out === undefined) throw new UsageError('Say with --out DIR where the files go.');
  const folder = resolve(out);
  const names = await writeMaterial(readBrandFile(file), folder);
  console.log(`Wrote into ${folder}:\n${names.map((name) => `  ${name}`).join('\n')}
Stores also want screenshots (1280 × 800), which "npm run screenshots" takes of the product.`);
  return 0;
}

process.exitCode = await runCommand({ options: OPTIONS, usage: USAGE, allowPositionals: true, run });
