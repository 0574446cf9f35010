import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import { REQUESTS } from '../../api/requests.ts';
import { readBrandFile } from '../../organization/file.ts';
import { identityOf } from '../../organization/identity.ts';
import { policyEntries } from '../../settings/policy/policy-schema.ts';
import { APPLE_PROFILE, plistValue } from './apple-schema.fixture.ts';
import { policyFiles } from './files.ts';
import { suggestedPolicy, unlockedOf } from './lock.ts';
import { auditPage, referencePage } from './page.ts';
import { type PolicySubject, readPolicyFile } from './subject.ts';
import { vendorSchema } from './vendor-schema.fixture.ts';
import { INTUNE_PROFILE, ingestFaults, templateFaults } from './windows-schema.fixture.ts';

const acme = readBrandFile(new URL('../../../test/fixtures/brand/acme.json', import.meta.url).pathname).brand;
const brand = {
  ...acme,
  name: 'Ämter & <Schutz>',
  updateUrls: {
    chrome: 'https://acme.com/w/updates.xml',
    edge: 'https://acme.com/w/updates-edge.xml',
    firefox: 'https://acme.com/w/updates.json',
  },
};
const identity = identityOf(brand);
/** Sets everything that a policy can set. */
const values = {
  managedBy: 'Acme & Co',
  serviceUrl: 'https://threats.acme.com',
  apiKey: 'wary_"secret"',
  protectSites: true,
  protectAddresses: false,
  markLinks: false,
  noticeLookalikes: true,
  noticeSwappedAddresses: false,
  checkWallets: true,
  failurePolicy: 'closed',
  notify: false,
  language: 'de',
  trafficKept: 'week',
  reports: true,
  reportContact: 'required',
  openListed: 'withReason',
  openLongest: 'day',
  sendListed: false,
  pause: false,
  allowList: [
    { content: 'partner.example', reason: 'Our <supplier> & friend', until: '2027-01-31' },
    { content: '0x52908400098527886e0f7030069857d2e4169ee7', reason: 'Our own wallet' },
  ],
} satisfies PolicySubject['values'];
const subject: PolicySubject = { brand, identity, values };
const files = policyFiles(subject);
const json = (path: string) => JSON.parse(files[path]!);
const names = policyEntries().map(({ name }) => name);

describe('the files of a policy', () => {
  it('set for every browser what the catalogue of settings has, and nothing else', () => {
    expect(names.sort()).toEqual(Object.keys(values).sort());
    const { chromeId, firefoxId } = identity;
    expect(json('chromium/policy.json')['3rdparty'].extensions[chromeId]).toEqual(values);
    expect(json('firefox/policies.json').policies['3rdparty'].Extensions[firefoxId]).toEqual(values);
    expect(json('chromium/admin-console.json')).toEqual(
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { Value: value }])),
    );
    for (const name of names) {
      // Chrome, Edge and Firefox.
      expect(files['macos/acme.mobileconfig']!.split(`<key>${name}</key>`)).toHaveLength(4);
      for (const browser of ['chrome', 'edge']) {
        expect(files['windows/acme.admx']).toContain(`name="${browser}_${name}"`);
        const uris = json('windows/intune.json').omaSettings.map(({ omaUri }: { omaUri: string }) => omaUri);
        expect(uris.filter((uri: string) => uri.endsWith(`~${browser}/${browser}_${name}`))).toHaveLength(1);
      }
      expect(files['reference.html']).toContain(`<code>${name}</code>`);
    }
  });

  it('are accepted by the schema that Chrome and Edge hold them against', () => {
    const validate = new Ajv({ strict: false }).compile(json('chromium/policy-schema.json'));
    expect(validate(values)).toBe(true);
    expect(validate({ failurePolicy: 'shut' })).toBe(false);
    expect(validate({ allowList: ['partner.example'] })).toBe(false);
  });

  it.each(['chrome', 'edge'] as const)('have nothing in them that %s does not know', (browser) => {
    const validate = new Ajv({ strict: false }).compile(vendorSchema(browser));
    const [own, other] = browser === 'chrome' ? ['chromium', 'edge'] : ['edge', 'chromium'];
    expect(validate(json(`${own}/policy.json`)), JSON.stringify(validate.errors)).toBe(true);
    expect(validate(json(`${other}/policy.json`))).toBe(false);
  });

  it('are a profile as Apple describes it, each payload with an identifier of its own', () => {
    const validate = new Ajv({ strict: false }).compile(APPLE_PROFILE);
    const profile = plistValue(files['macos/acme.mobileconfig']!) as { PayloadContent: Record<string, unknown>[] };
    expect(validate(profile), JSON.stringify(validate.errors)).toBe(true);
    expect(profile.PayloadContent.map(({ PayloadType }) => PayloadType)).toEqual([
      ...['com.google.Chrome', `com.google.Chrome.extensions.${identity.chromeId}`],
      ...['com.microsoft.Edge', `com.microsoft.Edge.extensions.${identity.chromeId}`, 'org.mozilla.firefox'],
    ]);
    for (const name of ['PayloadUUID', 'PayloadIdentifier'])
      expect(
        new Set([profile, ...profile.PayloadContent].map((part) => (part as Record<string, unknown>)[name])).size,
      ).toBe(6);
    const payload = (type: string) => profile.PayloadContent.find(({ PayloadType }) => PayloadType === type)!;
    for (const [domain, browser] of [
      ['com.google.Chrome', 'chrome'],
      ['com.microsoft.Edge', 'edge'],
    ] as const) {
      const { ExtensionSettings } = payload(domain);
      expect(new Ajv({ strict: false }).compile(vendorSchema(browser))({ ExtensionSettings })).toBe(true);
      expect(payload(`${domain}.extensions.${identity.chromeId}`)).toMatchObject(values);
    }
    expect(payload('org.mozilla.firefox')).toMatchObject({
      EnterprisePoliciesEnabled: true,
      ...json('firefox/policies.json').policies,
    });
    expect(validate({ ...profile, PayloadUUID: 'acme' })).toBe(false);
    expect(validate({ ...profile, PayloadKind: 'Configuration' })).toBe(false);
    expect(validate({ ...profile, PayloadContent: [{ PayloadType: 'com.google.Chrome' }] })).toBe(false);
  });

  it('write a list as the JSON text that Chrome and Edge read from the registry', () => {
    const settings: { omaUri: string; value: string }[] = json('windows/intune.json').omaSettings;
    const { value } = settings.find(({ omaUri }) => omaUri.endsWith('/edge_allowList'))!;
    const text = /value="([^"]*)"/.exec(value)![1]!;
    const plain = text
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    expect(JSON.parse(plain)).toEqual(values.allowList);
    expect(files['windows/acme.admx']).toMatch(
      /<text id="value" valueName="allowList" required="true" maxLength="1000000"/,
    );
  });

  it('install the brand’s package from where it is delivered', () => {
    const { chromeId, firefoxId } = identity;
    expect(json('chromium/policy.json').ExtensionSettings[chromeId]).toMatchObject({
      installation_mode: 'force_installed',
      update_url: brand.updateUrls.chrome,
    });
    expect(json('firefox/policies.json').policies.ExtensionSettings[firefoxId]).toMatchObject({
      installation_mode: 'force_installed',
      install_url: 'https://acme.com/w/acme-firefox.xpi',
      private_browsing: true,
    });
    for (const url of [brand.updateUrls.chrome, brand.updateUrls.edge])
      expect(files['windows/acme.admx']!.split(`<string>${chromeId};${url}</string>`)).toHaveLength(2);
    const { updateUrls: _, ...store } = brand;
    const governed = policyFiles({ ...subject, brand: store });
    for (const text of Object.values(governed)) expect(text).not.toMatch(/force_installed|ExtensionInstallForcelist/);
  });

  it('tell Edge in its own words, and from its own address where the brand has one', () => {
    const { chromeId } = identity;
    expect(json('edge/policy.json')).toEqual({
      ExtensionSettings: {
        [chromeId]: {
          installation_mode: 'force_installed',
          update_url: brand.updateUrls.edge,
          toolbar_state: 'force_shown',
        },
      },
      '3rdparty': { extensions: { [chromeId]: values } },
    });
    expect(JSON.stringify(json('chromium/policy.json'))).not.toMatch(/toolbar_state|updates-edge/);
    const edge = files['macos/acme.mobileconfig']!.split('<string>com.microsoft.Edge</string>')[0]!;
    expect(edge.slice(edge.lastIndexOf('<key>ExtensionSettings</key>'))).toMatch(/updates-edge.*force_shown/s);
    const { edge: _, ...others } = brand.updateUrls;
    const shared = JSON.parse(
      policyFiles({ ...subject, brand: { ...brand, updateUrls: others } })['edge/policy.json']!,
    );
    expect(shared.ExtensionSettings[chromeId].update_url).toBe(others.chrome);
  });

  it.each(['acme', 'acme-guard-2', '4you'])(
    'are a template of Group Policy as Microsoft’s schema has it, whose every name leads somewhere, for %s',
    (slug) => {
      const { [`windows/${slug}.admx`]: template = '', [`windows/en-US/${slug}.adml`]: words = '' } = policyFiles({
        ...subject,
        brand: { ...brand, slug },
      });
      expect(templateFaults(template, words)).toEqual([]);
      expect(words).toContain('Ämter &amp; &lt;Schutz&gt;');
      const broken = [
        [template.replace('schemaVersion="1.0"', ''), words, 'policyDefinitions: lacks schemaVersion'],
        [template.replace('prefix="', 'prefix="a-'), words, 'prefix cannot be'],
        [template.replace('<resources minRequiredRevision="1.0"/>', ''), words, 'policyDefinitions: cannot hold'],
        [template.replace('ref="supported"', 'ref="other"'), words, 'supportedOn: there is no other'],
        [template.replace('parentCategory ref="chrome"', 'parentCategory ref="none"'), words, 'there is no none'],
        [template.replace('<string>', `<string>${'x'.repeat(255)}`), words, 'string: cannot hold the text'],
        [template, words.replace('<string id="install">', '<string id="set_up">'), 'string: there is no install'],
        [template, words.replace('presentation id="edge_apiKey"', 'presentation id="x"'), 'there is no edge_apiKey'],
        [template, words.replace('refId="value"', 'refId="other"'), 'has no control that fits'],
        [template, words.replace('defaultItem="0"', 'defaultItem="9"'), 'its default is no item'],
      ] as const;
      for (const [one, other, fault] of broken) expect(templateFaults(one, other).join('\n')).toContain(fault);
    },
  );

  it('are a profile that Intune takes, each setting of which is in the template it brings along', () => {
    const validate = new Ajv({ strict: false }).compile(INTUNE_PROFILE);
    const profile = json('windows/intune.json');
    expect(validate(profile), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...profile, platforms: 'windows10' })).toBe(false);
    expect(ingestFaults(profile.omaSettings)).toEqual([]);
    const [template, first] = profile.omaSettings;
    const wrong = (change: object) => ingestFaults([template, { ...first, ...change }]);
    expect(wrong({ omaUri: `${first.omaUri}2` }).join()).toContain('the template has no such policy');
    expect(wrong({ omaUri: first.omaUri.replace('~brand', '') }).join()).toContain('is not where the policy lies');
    expect(wrong({ value: '<enabled/><data id="other" value="x"/>' }).join()).toContain('cannot be');
  });

  it('are well-formed pages, whatever a name holds', () => {
    expect(files['audit.html']).toContain('Ämter &amp; &lt;Schutz&gt;');
  });

  it('keep their identifiers, so that a profile that is installed again replaces the one before', () => {
    expect(
      policyFiles({ ...subject, values: {} })['macos/acme.mobileconfig']!.match(/[0-9A-F]{8}-[0-9A-F-]{27}/g),
    ).toEqual(files['macos/acme.mobileconfig']!.match(/[0-9A-F]{8}-[0-9A-F-]{27}/g));
  });
});

describe('the page for an auditor', () => {
  it('tells every request with every field, and what is enforced, but no key', () => {
    const page = auditPage(subject);
    for (const { name, fields, headers } of REQUESTS)
      for (const word of [name, ...Object.keys(fields), ...Object.keys(headers)]) expect(page).toContain(word);
    expect(page).toContain('## Enforced by Acme & Co');
    expect(page).toContain('| When a site cannot be confirmed | `closed` | `failurePolicy` |');
    expect(page).toContain('`partner.example`: Our <supplier> & friend, until 2027-01-31; `0x52908400098527886');
    expect(page).toContain('Nothing: this policy sets every setting.');
    expect(page + referencePage(subject)).not.toContain('secret');
  });

  it('tells what a person may change, and how it begins', () => {
    const page = auditPage({ ...subject, values: { protectSites: true } });
    const [enforced = '', free = ''] = page.split('## What a person may change');
    expect(enforced).toContain('| Stop listed sites | `true` |');
    expect(free).toContain('| When a site cannot be confirmed | `warn` |');
    expect(free).toContain('A person may enter another service');
    const settings = { failurePolicy: 'open', noticeLookalikes: false } as const;
    const branded = auditPage({ ...subject, brand: { ...brand, settings }, values: { noticeLookalikes: true } });
    expect(branded).toContain('| When a site cannot be confirmed | `open` |');
    expect(branded).toContain('| Warn about sites that imitate others | `true` |');
  });
});

describe('a suggested policy', () => {
  it('can be used as it is, and leaves nothing open that the protection depends on', async () => {
    const file = join(await temporaryFolder(), 'policy.json');
    writeFileSync(file, JSON.stringify(suggestedPolicy(brand)));
    const suggested = readPolicyFile(file);
    expect(suggested).toMatchObject({ managedBy: brand.name, protectSites: true, serviceUrl: brand.serviceUrl });
    expect(unlockedOf({ ...subject, values: suggested })).toEqual([]);
  });

  it('is missed where a policy leaves a switch to people, or turns it off', () => {
    const { serviceUrl: _, ...rest } = { ...suggestedPolicy(brand), protectAddresses: false };
    expect(unlockedOf({ ...subject, values: rest })).toEqual(['protectAddresses', 'serviceUrl']);
  });
});

describe('a policy that cannot be used', () => {
  it('is refused with what each value must be', async () => {
    const file = join(await temporaryFolder(), 'policy.json');
    const refusal = (said: unknown) => {
      writeFileSync(file, JSON.stringify(said));
      return () => readPolicyFile(file);
    };
    expect(refusal(values)()).toEqual(values);
    for (const language of ['xx', 'es-MX', 7]) expect(refusal({ language })).toThrow('language: must be browser, en, ');
    expect(refusal({ failurePolicy: 'shut' })).toThrow('failurePolicy: must be open, warn or closed');
    expect(refusal({ protectSites: 'yes' })).toThrow('protectSites: must be true or false');
    expect(refusal({ managedBy: '' })).toThrow('managedBy: must be a name of at most 45 characters');
    expect(refusal({ serviceUrl: 'http://acme.com' })).toThrow('serviceUrl: must be an address such as');
    expect(refusal({ allowList: 'partner.example' })).toThrow('allowList: must be a list such as [{ "content"');
    const entries = [
      { content: 'partner.example', reason: 'Our supplier' },
      'partner.example',
      { content: 'no such thing', reason: ' ', until: '2027-02-30' },
      { content: 'HTTPS://partner.example/', reason: 'Twice', why: '' },
    ];
    expect(refusal({ allowList: entries })).toThrow(
      [
        '  - allowList[1]: must be an object with content, reason and, if it ends, until',
        '  - allowList[2].content: "no such thing" is no site, page or wallet address; write example.com, example.com/page, or the address alone',
        '  - allowList[2].reason: must say why, for the people who read it, in 1 to 200 characters',
        '  - allowList[2].until: must be the last day on which it counts, such as 2027-01-31',
        '  - allowList[3].why: is nothing that an entry has; there are content, reason, until',
      ].join('\n'),
    );
    expect(refusal({ allowList: [entries[0], { reason: 'Twice', content: 'hxxps://partner[.]example' }] })).toThrow(
      'allowList[1].content: is the same as that of entry 0',
    );
    expect(refusal({ protectsites: true })).toThrow('protectsites: is nothing that a policy can set');
    expect(refusal([])).toThrow('it must be an object');
    expect(() => readPolicyFile(`${file}.gone`)).toThrow('it does not exist');
  });
});
