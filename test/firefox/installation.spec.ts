import Ajv from 'ajv';
import { firefoxPolicies, firefoxPolicy, firstPackage } from '../../src/development/policy/browser.ts';
import { readBrandFile } from '../../src/organization/file.ts';
import { identityOf } from '../../src/organization/identity.ts';
import { FIREFOX_EXTENSION } from '../e2e/harness/build.ts';
import { storeAsLaterVersion, storesOfLaterVersion } from '../e2e/harness/later-version.ts';
import { deliverToFirefox, UpdateSite } from '../e2e/harness/machine/delivery.ts';
import { GOVERNED, listSites, type View, viewOf, WANTED } from '../e2e/harness/machine/governance.ts';
import { ManagedMachine } from '../e2e/harness/machine/managed-machine.ts';
import { expect, test } from '../e2e/harness/test.ts';
import { ManagedFirefox } from './managed.ts';

type Allowances = { allowances: { expression: string; reason?: string }[] };

/** The test's update site has no certificate, and Firefox accepts no updates from such a site. */
const WITHOUT_TLS = { 'extensions.checkUpdateSecurity': { Value: false, Status: 'locked' } };
/** The guide's policy for an organization whose package Mozilla did not sign. */
const UNSIGNED = { 'xpinstall.signatures.required': { Value: false, Status: 'locked' } };

test('Firefox installs, governs, updates, rolls back and removes the extension as policies.json says', async ({
  site,
  relay,
  service,
}) => {
  const obstacle = ManagedMachine.obstacle('firefox');
  test.skip(obstacle !== null, obstacle ?? '');
  test.setTimeout(400_000);
  const updates = new UpdateSite();
  await updates.start();
  const { brand: plain } = readBrandFile('test/fixtures/brand/e2e.json');
  const brand = { ...plain, updateUrls: { firefox: updates.url('updates.json') } };
  const identity = identityOf(brand);
  const enforced = { ...GOVERNED, openListed: 'withReason', reportContact: 'off' } as const;
  const wanted = { ...WANTED, reportContact: 'required' };
  const values = { serviceUrl: brand.serviceUrl, apiKey: service.keys.publishable, ...enforced };
  const policy = firefoxPolicy({ brand, identity, values });
  const managed = new ManagedFirefox({ sitePort: site.port, servicePort: relay.port });
  const firefox = managed.browser;
  const installation = () => managed.installation(identity.firefoxId);
  const view = () => firefox.send<View>('settingsRead');
  const governed = viewOf(enforced);
  try {
    await listSites(service);
    await deliverToFirefox(updates, FIREFOX_EXTENSION, '1.0.0', firstPackage(brand.slug));

    // A package without Mozilla's signature is refused until the policy allows it.
    await managed.start({ ...policy, Preferences: WITHOUT_TLS });
    const failures = async () => JSON.stringify(await managed.failures());
    await expect.poll(failures, { timeout: 60_000 }).toContain('ERROR_SIGNEDSTATE_REQUIRED');
    expect(await installation()).toBeNull();
    const unsigned = { ...policy, Preferences: { ...WITHOUT_TLS, ...UNSIGNED } };
    await managed.start(unsigned);
    const kept = { isRunning: true, mayBeRemoved: false, mayBeDisabled: false };
    await expect.poll(installation, { timeout: 60_000 }).toEqual({ version: '1.0.0', ...kept });
    expect(await managed.failures()).toEqual({});
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(await managed.schema());
    expect(validate(firefoxPolicies({ brand, identity, values })), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ policies: { ExtensionSettings: { a: { installation_mode: 'forced' } } } })).toBe(false);
    expect(validate({ policies: { ExtensionSetings: {} } })).toBe(false);
    await firefox.openOwn();

    // Governed: no page, message or write to the storage changes it.
    await expect.poll(view).toMatchObject({ ...governed, managedBy: 'Acme' });
    for (const [name, value] of Object.entries(wanted)) await firefox.send('settingsWrite', { [name]: value });
    expect(JSON.stringify(await firefox.send('settingsWrite', { failurePolicy: 'open' }))).toContain('managed by Acme');
    await firefox.configure({ ...wanted, noticeLookalikes: false });
    expect(await view()).toMatchObject({ ...governed, noticeLookalikes: { value: false, origin: 'person' } });
    const settings = await firefox.open(firefox.url('settings.html'));
    await settings.shows('Managed by Acme');
    const enabled = await settings.evaluate(
      (names) =>
        [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox], input[type=radio]')]
          .filter((input) => !input.disabled && names.some((name) => input.labels?.[0]?.textContent?.includes(name)))
          .map((input) => input.labels?.[0]?.textContent),
      ['Stop listed sites', 'Warn about swapped wallet'],
    );
    expect(enabled).toEqual([]);
    await settings.close();
    await (await firefox.open(firefox.url('settings.html#about'))).shows(brand.name);

    // Sites that the organization allows open, its own blocks do not, and a listed site requires a reason.
    const listed = async () => (await firefox.send<{ list: { origin: string } | null }>('listSync')).list?.origin;
    await expect.poll(listed, { timeout: 60_000 }).toBe('service');
    const tab = await firefox.open('http://partner.test/');
    await tab.at('http://partner.test/');
    const warning = firefox.url('warning.html');
    await expect(async () => {
      await tab.visit('http://incident.test/');
      expect(await tab.address()).toContain(warning);
    }).toPass({ timeout: 60_000 });
    await tab.shows('Incident 7');
    const proceed = { url: 'http://scam.test/', scope: 'always' };
    await tab.visit('http://scam.test/');
    await tab.at(warning);
    expect(JSON.stringify(await firefox.send('warningProceed', proceed))).toContain('only by who writes down why');
    await firefox.send('warningProceed', { ...proceed, reason: 'Invoice 17' });
    await tab.visit('http://scam.test/');
    await tab.at('http://scam.test/');

    // Updated while people browse: nothing is lost, and open pages stay guarded.
    const updatesTo = async (version: string) => {
      await tab.visit('http://plain.test/');
      await deliverToFirefox(updates, FIREFOX_EXTENSION, version, firstPackage(brand.slug));
      await managed.update();
      await expect.poll(installation, { timeout: 60_000 }).toEqual({ version, ...kept });
      await tab.evaluate(() => location.assign('http://elsewhere.test/'), undefined);
      await tab.at(warning);
      expect(site.ran('elsewhere.test')).toBe(false);
      await firefox.openOwn();
      await expect.poll(view).toMatchObject({ ...governed, noticeLookalikes: { value: false, origin: 'person' } });
      const { allowances } = await firefox.send<Allowances>('allowancesList');
      expect(allowances).toMatchObject([{ expression: 'scam.test/', reason: 'Invoice 17' }]);
    };
    await updatesTo('1.1.0');

    // Rolled back: this code under a higher version, after one with more stores has used the databases.
    const inOwnPage = firefox.inside.bind(firefox);
    await storeAsLaterVersion(inOwnPage);
    await updatesTo('1.2.0');
    for (const rows of Object.values(await storesOfLaterVersion(inOwnPage))) expect(rows).toContain('kept');

    // Without the policy the extension stays, under the person's control; a policy that blocks it removes it.
    await managed.start({ Preferences: { ...WITHOUT_TLS, ...UNSIGNED } });
    await firefox.openOwn();
    await expect.poll(view).toMatchObject({ failurePolicy: { value: 'open', origin: 'person' } });
    expect(await installation()).toMatchObject({ version: '1.2.0', mayBeRemoved: true, mayBeDisabled: true });
    await managed.start({ ExtensionSettings: { [identity.firefoxId]: { installation_mode: 'blocked' } } });
    await expect.poll(installation).toBeNull();
  } finally {
    await managed.remove();
    await updates.stop();
  }
});
