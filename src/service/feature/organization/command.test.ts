import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { validate } from '../../../api/organization/account.ts';
import { userOrg } from '../../../api/organization/organization.ts';
import { runCommand } from '../../command/run.ts';
import { auditEntries, organizations } from '../../database/schema/index.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { KEYS } from './config/key.ts';

let fixture: ServiceFixture;
let folder: string;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  folder = await mkdtemp(join(tmpdir(), 'wary-organization-'));
}, 60_000);
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []];
  const progress = { write: (text: string) => err.push(text) };
  const terminal = { folder, print: (line: string) => void out.push(line), progress };
  const { database } = fixture.opened;
  const { publisher, callers } = fixture.service;
  const code = await runCommand(words, { database, publisher, terminal, onChange: () => callers.forget() });
  return { code, out: out.join('\n'), err: err.join('') };
}
const set = (...assignments: string[]) => run('organizations', 'set', 'acme', ...assignments);
const apply = async (content: string, ...options: string[]) => {
  await writeFile(join(folder, 'record.yaml'), content);
  return run('organizations', 'apply', 'record.yaml', ...options);
};
const show = async (slug = 'acme') => (await run('organizations', 'show', slug)).out;
const record = async () => (await fixture.call(userOrg, { params: { slug: 'acme' } })).body;

describe('organizations set', () => {
  it('changes what the interface tells, and says what it was', async () => {
    expect(await set('contactUrl=https://acme.test/contact', 'services.detection.active=false')).toEqual({
      code: 0,
      out: 'contactUrl: null → "https://acme.test/contact"\nservices.detection.active: true → false',
      err: '',
    });
    expect(await record()).toMatchObject({
      contactUrl: 'https://acme.test/contact',
      services: { detection: { active: false }, reporting: { active: true } },
    });
    expect((await set('contactUrl=https://acme.test/contact')).out).toBe('Nothing changes: acme is like that already');
    expect((await set('contactUrl=null', 'services.detection.active=true')).code).toBe(0);
    expect((await record()).contactUrl).toBeNull();
  });

  it('lets no name in a list write to the terminal', async () => {
    expect((await apply('slug: acme\nname: "A\\e[2Jc\\nme"\n')).code).toBe(0);
    expect((await run('organizations', 'list')).out).toMatch(/acme {2}ACTIVE {2}A \[2Jc me$/m);
    expect((await set('name=Acme')).code).toBe(0);
  });

  it('takes every kind of key', async () => {
    const done = await set(
      'name=Acme: the = sign # and all',
      'brandMetadata.twitterHandle=acme',
      'avatarUrl=data:image/png;base64,AAAA',
      'brandMetadata.securityContactEmail=security@acme.test',
      'portalVisibility=PRIVATE',
      'portalCustomization.slug=shield',
      'portalCustomization.bannerContent=**Beware** of @strangers',
      'portalCustomization.scamKinds=[fake-support, impersonation]',
      'integrations.telegram.groupCount=3',
      'obligatoryAdminApproval.active=true',
      'obligatoryAdminApproval.assetTypes=[URL, ADDRESS]',
      'legalDocuments.powerOfAttorney={fileName: power.pdf, fileUrl: https://acme.test/power.pdf}',
      'trademarkRegistrations=[{brandName: Acme, trademarkOffice: EUIPO, registrationNumber: "017", goodsAndServicesClass: "9"}]',
    );
    expect([done.code, done.err]).toEqual([0, '']);
    expect(await record()).toMatchObject({
      name: 'Acme: the = sign # and all',
      portalVisibility: 'PRIVATE',
      brandMetadata: { twitterHandle: '@acme', securityContactEmail: 'security@acme.test' },
      portalCustomization: { slug: 'shield', bannerContent: '**Beware** of @strangers' },
      integrations: { telegram: { groupCount: 3 } },
      obligatoryAdminApproval: { active: true, assetTypes: ['URL', 'ADDRESS'] },
      legalDocuments: { powerOfAttorney: { present: true, fileName: 'power.pdf' } },
      trademarkRegistrations: [{ registrationNumber: '017', rightsOwnerName: null }],
    });
    expect(parse(await show())).toMatchObject({
      portalCustomization: { scamKinds: ['fake-support', 'impersonation'] },
    });
  });

  it.each([
    ['contactUrl', 'Expected KEY=VALUE, got contactUrl; "organizations set --help" lists every key'],
    ['contacturl=x', 'There is no key contacturl; "organizations set --help" lists every key'],
    ['services.detection=true', 'There is no key services.detection;'],
    ['toString=x', 'There is no key toString;'],
    ['contactUrl=javascript:alert(1)', 'contactUrl must be a web address, or null'],
    ['avatarUrl=data:text/html,x', 'avatarUrl must be a web address, a data: address of an image, or null'],
    ['services.detection.active=maybe', 'services.detection.active must be true or false'],
    ['services.detection.active=[', 'services.detection.active must be true or false: '],
    ['subscriptionStatus=FREE', 'subscriptionStatus must be one of POC, ACTIVE, PROSPECT, INTEGRATION, INACTIVE'],
    ['integrations.telegram.groupCount=-1', 'integrations.telegram.groupCount must be a whole number'],
    [
      'obligatoryAdminApproval.assetTypes=[URL, SITE]',
      'obligatoryAdminApproval.assetTypes[1] is wrong: obligatoryAdminApproval.assetTypes must be a list of asset',
    ],
    [
      'trademarkRegistrations=[{brandName: Acme}]',
      'trademarkRegistrations[0].trademarkOffice is wrong: trademarkRegistrations must be a list of',
    ],
    [
      'members=[{email: nobody}]',
      'members[0].email is wrong: members must be a list of {email: ADDRESS, fullName: TEXT}',
    ],
    ['members=[{email: a@acme.test, role: admin}]', 'members[0] is wrong: members must be a list of'],
    ['portalCustomization.scamKinds=[sanctioned]', 'portalCustomization.scamKinds must be a list of the kinds of scam'],
    ['portalCustomization.slug=api', 'portalCustomization.slug must be lower-case letters, digits and hyphens'],
    ['portalCustomization.slug=foreign', 'There is an organization foreign already'],
    ['name=', 'name must be a text of 1 to 255 characters'],
  ])('refuses %s and changes nothing', async (assignment, problem) => {
    const before = await show();
    const { code, err } = await set('brandMetadata.industry=Never written', assignment);
    expect([code, err]).toEqual([1, expect.stringContaining(problem)]);
    expect(await show()).toBe(before);
  });

  it('says so where there is no such organization, and what a key cannot be given twice', async () => {
    expect((await run('organizations', 'set', 'nobody', 'name=X')).err).toContain('There is no organization nobody');
    expect((await set('name=X', 'name=Y')).err).toContain('name is given twice');
  });

  it('lists every key in its help', async () => {
    const { out } = await run('organizations', 'set', '--help');
    for (const [key, { form }] of Object.entries(KEYS))
      expect(out).toMatch(new RegExp(`  ${key} +${form.slice(0, 8)}`));
  });

  it('is in the audit log', async () => {
    await set('brandMetadata.industry=Wallets');
    const rows = await fixture.opened.database
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.actor, 'COMMAND'))
      .orderBy(auditEntries.id);
    expect(rows.at(-1)).toMatchObject({ action: 'organizations', outcome: 'DONE' });
    // Texts that a person wrote stay out of it.
    expect(JSON.stringify(rows.at(-1)!.detail)).toContain('brandMetadata.industry=…');
  });
});

describe('organizations show and apply', () => {
  it('write and read the same record, as YAML and as JSON', async () => {
    const yaml = await show();
    expect(Object.keys(parse(yaml))).toContain('trademarkRegistrations');
    expect((await apply(yaml)).out).toBe('Nothing changes: acme is like that already');
    const json = (await run('organizations', 'show', 'acme', '--json')).out;
    expect(JSON.parse(json)).toEqual(parse(yaml));
    expect((await apply(json)).out).toBe('Nothing changes: acme is like that already');
  });

  it('change what a file says, and leave what it does not name', async () => {
    await set('brandMetadata.industry=Wallets', 'portalCustomization.bannerEnabled=false');
    const file =
      'slug: acme\nportalCustomization:\n  bannerEnabled: true\n  bannerContent: |\n    # Beware\n    of strangers\n';
    expect((await apply(file, '--dry-run')).out).toMatch(/bannerEnabled: false → true[\s\S]*Nothing was changed/);
    expect((await record()).portalCustomization.bannerEnabled).toBe(false);
    expect((await apply(file)).code).toBe(0);
    expect(await record()).toMatchObject({
      brandMetadata: { industry: 'Wallets' },
      portalCustomization: { bannerEnabled: true, bannerContent: '# Beware\nof strangers' },
    });
  });

  it('make an organization from the record of another', async () => {
    const copy = (await show()).replace('slug: acme', 'slug: copied').replace('slug: shield', 'slug: null');
    expect((await apply(copy)).out).toMatch(/^Organization copied is made\n/);
    expect((await show('copied')).replace('slug: copied', '')).toBe(
      (await show()).replace('slug: acme', '').replace('slug: shield', 'slug: null'),
    );
  });

  it('keep the number of a trademark whose entry changes', async () => {
    const [before] = (await record()).trademarkRegistrations;
    const changed = (await show()).replace('rightsOwnerName: null', 'rightsOwnerName: Acme Ltd');
    expect((await apply(changed)).code).toBe(0);
    expect((await record()).trademarkRegistrations).toEqual([{ ...before, rightsOwnerName: 'Acme Ltd' }]);
    expect((await apply('slug: acme\ntrademarkRegistrations: []\n')).code).toBe(0);
    expect((await record()).trademarkRegistrations).toEqual([]);
  });

  it.each([
    ['', 'record.yaml must hold the record of one organization'],
    ['name: Acme', 'record.yaml must name the organization: slug'],
    ['slug: "../x"', '"../x" cannot be a slug: use lower-case letters'],
    ['slug: api', '"api" cannot be a slug: use lower-case letters'],
    ['slug: [', 'record.yaml is neither YAML nor JSON: '],
    ['slug: acme\nslug: acme', 'record.yaml is neither YAML nor JSON: Map keys must be unique'],
    ['a: &a [1]\nslug: acme\nmembers: *a', 'record.yaml is neither YAML nor JSON: '],
    ['slug: acme\nservices:\n  detecton: {active: true}', 'There is no key services.detecton;'],
    ['slug: acme\nservices: true', 'services must hold keys such as services.reporting.active'],
    ['slug: acme\n__proto__: {x: 1}', 'There is no key __proto__;'],
  ])('refuse %j', async (file, problem) => {
    expect(await apply(file)).toMatchObject({ code: 1, err: expect.stringContaining(problem) });
  });

  it('name the file that cannot be read', async () => {
    expect((await run('organizations', 'apply', 'absent.yaml')).err).toContain('absent.yaml cannot be read');
  });
});

describe('the members of an organization', () => {
  const reaches = async (key: string) => (await fixture.call(validate, {}, { key })).status;

  it('come with a key of their own, and go with every key they have', async () => {
    const { out, err } = await set('members=[{email: Ada@acme.test, fullName: Ada}, {email: bob@acme.test}]');
    const key = (email: string) => new RegExp(`^\\d+  ${email}  (wary_\\S+)$`, 'm').exec(out)![1]!;
    const [ada, bob] = [key('Ada@acme.test'), key('bob@acme.test')];
    expect(err).toContain('Hand each of these people their key: nobody else has it, and it cannot be shown again');
    expect([await reaches(ada), await reaches(bob)]).toEqual([200, 200]);
    expect(await show()).toContain(
      '- email: Ada@acme.test\n    fullName: Ada\n  - email: bob@acme.test\n    fullName: null',
    );
    const fewer = await set('members=[{email: ada@acme.test, fullName: Ada Lovelace}]');
    expect(fewer.out).not.toContain('wary_');
    expect([await reaches(ada), await reaches(bob)]).toEqual([200, 401]);
    expect(await show()).toContain('- email: Ada@acme.test\n    fullName: Ada Lovelace');
  });

  it('are told to a program that hands out the keys, and the number of a key opens the desk', async () => {
    const done = await set('members=[{email: kim@acme.test}]', '--json');
    expect(done.err).toBe('');
    const told = JSON.parse(done.out);
    expect(told).toEqual({
      slug: 'acme',
      isNew: false,
      changes: [{ key: 'members', from: expect.any(Array), to: [{ email: 'kim@acme.test', fullName: null }] }],
      memberKeys: [{ id: expect.any(Number), email: 'kim@acme.test', key: expect.stringMatching(/^wary_/) }],
    });
    expect((await run('desk', 'role', `${told.memberKeys[0].id}`, 'viewer')).code).toBe(0);
    const again = await set('members=[{email: kim@acme.test}]', '--json', '--dry-run');
    expect(JSON.parse(again.out)).toEqual({ slug: 'acme', isNew: false, changes: [], memberKeys: [] });
  });

  it('are not made by a dry run', async () => {
    const before = await show();
    expect((await set('members=[{email: eve@acme.test}]', '--dry-run')).out).not.toContain('wary_');
    expect(await show()).toBe(before);
  });
});

it('a slug leads to one portal', async () => {
  const { database } = fixture.opened;
  await set('portalCustomization.slug=shield');
  expect((await run('organizations', 'create', 'shield')).err).toContain(
    'The portal of acme has the slug shield already',
  );
  expect(await database.$count(organizations, eq(organizations.slug, 'shield'))).toBe(0);
});
