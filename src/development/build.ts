import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BROWSERS, buildExtension, type TargetBrowser } from './extension.ts';

const USAGE = `Builds the extension for one brand and one browser.

  npm run build -- [--brand FILE] [--browser chrome|firefox|edge] [--list SOURCE] [--out DIR] [--zip]

  --brand FILE     the brand (default src/organization/wary.json; README, "Brand")
  --browser NAME   chrome (default), firefox or edge
  --list SOURCE    the list that protects the first minute after install: "service" (default: the current one of the
                   brand's service), "none", or a folder with version.json and snapshot.bin
  --out DIR        default .output; the build lands in DIR/<browser>-mv3/
  --zip            also writes a zip for the store`;

const { values } = parseArgs({
  options: {
    brand: { type: 'string', default: 'src/organization/wary.json' },
    browser: { type: 'string', default: 'chrome' },
    list: { type: 'string', default: 'service' },
    out: { type: 'string', default: '.output' },
    zip: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
if (!BROWSERS.includes(values.browser as TargetBrowser)) {
  console.error(`Unknown browser "${values.browser}": use ${BROWSERS.join(', ')}.`);
  process.exit(2);
}

const scratch = await mkdtemp(join(tmpdir(), 'wary-build-'));
try {
  const folder = await buildExtension({
    brandFile: values.brand,
    browser: values.browser as TargetBrowser,
    list: values.list,
    out: values.out,
    zip: values.zip,
    scratch,
  });
  console.log(`Built ${folder}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(scratch, { recursive: true, force: true });
}
