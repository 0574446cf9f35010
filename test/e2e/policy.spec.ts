import { createHash } from 'node:crypto';
import { accessSync, constants, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linuxPolicy } from '../../src/development/policy/chromium.ts';
import { readPolicyFile } from '../../src/development/policy/subject.ts';
import { readBrandFile } from '../../src/organization/file.ts';
import { identityOf } from '../../src/organization/identity.ts';
import { Browser } from './harness/browser.ts';
import { EXTENSION } from './harness/build.ts';
import { expect, test } from './harness/test.ts';

/** Where Chromium of a Linux distribution looks for policies. */
const POLICIES = '/etc/chromium/policies/managed';

/** Chromium answers the first question about a policy seconds after its start, at times minutes. */
const UNTIL_ANSWERED = { timeout: 150_000 };
const UNTIL_TAKEN_BACK = { timeout: 20_000 };

type View = { failurePolicy: { value: string; origin: string }; protectSites: { value: boolean; origin: string } };

/** A copy of the extension with an id of its own, so that its policy reaches no other browser of this machine. */
function copyOfExtension(): { path: string; id: string } {
  const path = join(mkdtempSync(join(tmpdir(), 'wary-policy-')), 'extension');
  cpSync(EXTENSION, path, { recursive: true });
  const manifest = join(path, 'manifest.json');
  const { key: _, ...rest } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, unknown>;
  writeFileSync(manifest, JSON.stringify(rest));
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 32);
  return { path, id: hash.replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))) };
}

function policiesCanBeWritten(): boolean {
  try {
    mkdirSync(POLICIES, { recursive: true });
    accessSync(POLICIES, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

// Only who administers a machine can put a policy on it.
if (process.platform === 'linux' && policiesCanBeWritten())
  test('what an organization’s policy says cannot be changed on any path, and ends with the policy', async ({
    site,
    relay,
    service,
  }) => {
    test.setTimeout(400_000);
    const { path, id } = copyOfExtension();
    const file = join(POLICIES, `wary-${id}.json`);
    const wanted = join(path, '..', 'policy.json');
    writeFileSync(wanted, JSON.stringify({ managedBy: 'Acme', failurePolicy: 'closed', protectSites: true }));
    const { brand } = readBrandFile('test/fixtures/brand/e2e.json');
    const identity = { ...identityOf(brand), chromeId: id };
    writeFileSync(file, JSON.stringify(linuxPolicy({ brand, identity, values: readPolicyFile(wanted) })));
    const browser = new Browser({ sitePort: site.port, servicePort: relay.port, extension: path });
    try {
      await browser.start();
      expect(browser.extensionId).toBe(id);
      const view = () => browser.send<View>('settingsRead');
      const locked = { failurePolicy: { value: 'closed', origin: 'policy' }, managedBy: 'Acme' };
      await expect.poll(view, UNTIL_ANSWERED).toMatchObject(locked);

      const refused = await browser.send('settingsWrite', { failurePolicy: 'open' });
      expect(JSON.stringify(refused)).toContain('managed by Acme');
      await browser.configure({ apiKey: service.keys.publishable, failurePolicy: 'open', protectSites: false });
      expect(await view()).toMatchObject(locked);

      const page = await browser.open(browser.url('settings.html'));
      await expect(page.getByText('Managed by Acme')).toHaveCount(2);
      await expect(page.getByRole('radio', { name: 'Keep it closed' })).toBeDisabled();
      await expect(page.getByRole('radio', { name: 'Keep it closed' })).toBeChecked();
      await expect(page.getByRole('checkbox', { name: 'Stop listed sites' })).toBeDisabled();
      await expect(page.getByRole('checkbox', { name: 'Mark listed wallet addresses' })).toBeEnabled();

      await browser.restart();
      expect(await view()).toMatchObject(locked);
      rmSync(file);
      // A busy Chromium may go on with the policy of the session before until it is started once more.
      await expect(async () => {
        await browser.restart();
        await expect
          .poll(view, UNTIL_TAKEN_BACK)
          .toMatchObject({ failurePolicy: { value: 'open', origin: 'person' }, protectSites: { value: false } });
      }).toPass({ timeout: 150_000 });
    } finally {
      rmSync(file, { force: true });
      await browser.remove();
      rmSync(join(path, '..'), { recursive: true, force: true });
    }
  });
