import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Brand, brand as brandSchema } from '../../organization/brand.ts';
import { readBrandFile } from '../../organization/file.ts';
import { checkBrand } from './check.ts';
import { brandTemplate, createBrand } from './new-brand.ts';

const folder = mkdtempSync(join(tmpdir(), 'wary-brand-'));
const ADDRESSES = { serviceUrl: 'https://threats.acme.de', portalUrl: 'https://security.acme.de' };
let good: Brand;

beforeAll(async () => {
  await createBrand({
    ...{ slug: 'acme', name: 'Ämter-Schutz', accent: '#1d2b5a', folder, keyFile: undefined },
    ...ADDRESSES,
  });
  for (const [name, fill] of [
    ['dark', '#10131a'],
    ['light', '#fff6d0'],
  ])
    writeFileSync(
      join(folder, `${name}.svg`),
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 24"><rect width="96" height="24" fill="${fill}"/></svg>`,
    );
  good = readBrandFile(join(folder, 'brand.yaml')).brand;
});

afterAll(() => rmSync(folder, { recursive: true }));

async function problemsOf(brand: object): Promise<readonly string[]> {
  const file = join(folder, 'changed.json');
  writeFileSync(file, JSON.stringify(brand));
  return (await checkBrand(file, { keyFile: undefined, isOffline: true })).problems;
}

describe('a new brand', () => {
  it('has every key of a brand file beside what it means, and can be said in comments', () => {
    const text = readFileSync(join(folder, 'brand.yaml'), 'utf8');
    for (const key of Object.keys(brandSchema.shape)) expect(text, key).toMatch(new RegExp(`^(# )?${key}:`, 'm'));
    const all = text.replace(/^# ?(?=[a-zA-Z]+:( |$)| {2})/gm, '');
    expect(Object.keys(brandSchema.shape).filter((key) => !(key in (parse(all) as object)))).toEqual([]);
    expect(brandSchema.safeParse(parse(all)).error?.issues).toBeUndefined();
  });

  it.each([
    ['Acme Guard', 'Acme Guard'],
    ['Ämter-Schutz Süd', 'Ämter-Schutz'],
    ['Verbraucherschutz', 'acme'],
  ])('called %s has a short name', (name, shortName) => {
    const text = brandTemplate({ slug: 'acme', name, accent: '#1d2b5a', ...ADDRESSES }, good.extensionKey!);
    expect(parse(text)).toMatchObject({ name, shortName });
  });

  it('may say everything that a brand can say', async () => {
    const everything: Partial<Brand> = {
      colours: { accent: '#1d2b5a', surface: '#c08a1e' },
      ...{ iconDark: 'icon.svg', wordmark: 'dark.svg', wordmarkDark: 'light.svg' },
      welcome: { en: 'Welcome', de: 'Schön, dass du da bist' },
      ...{ supportUrl: 'https://acme.de/help', supportEmail: 'hilfe@acme.de', supportPhone: '+49 30 1234567' },
      settings: { protectAddresses: false, failurePolicy: 'closed' },
      scamKinds: ['fake-support', 'impersonation'],
      official: { name: 'Acme', contents: ['acme.de', 'acme.com/shop', 'https://x.com/acme'] },
    };
    expect(await problemsOf({ ...good, ...everything })).toEqual([]);
  });

  it('is reported with how its colours are read in light and dark, and in which languages it is silent', async () => {
    const file = join(folder, 'changed.json');
    writeFileSync(file, JSON.stringify({ ...good, welcome: { en: 'Welcome' } }));
    const { notes } = await checkBrand(file, { keyFile: undefined, isOffline: true });
    expect(notes).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^colours: \d\d pairs in light, the closest is .+ with \d+\.\d/),
        expect.stringMatching(/^colours: \d\d pairs in dark, the closest is /),
        'welcome: people read the English text in ar, de, es',
      ]),
    );
  });
});

type Bad = [what: string, change: () => object, complaint: string | (() => string)];

describe('what a bad brand says of itself is reported exactly:', () => {
  it.each<Bad>([
    [
      'a ground without a hue',
      () => ({ colours: { accent: '#1d2b5a', surface: '#808080' } }),
      'colours.surface: has no hue that could be seen; name a colour that has one, or leave it out',
    ],
    [
      'a third colour',
      () => ({ colours: { accent: '#1d2b5a', text: '#000000' } }),
      'colours.text: is not a key of a brand file; remove it',
    ],
    ['no dark icon', () => ({ iconDark: 'gone.svg' }), () => `iconDark: ${folder}/gone.svg does not exist`],
    [
      'a square wordmark',
      () => ({ wordmark: 'icon.svg' }),
      () => `wordmark: ${folder}/icon.svg is not 1.5 to 8 times as wide as it is high (128 × 128)`,
    ],
    [
      'a dark wordmark alone',
      () => ({ wordmarkDark: 'light.svg' }),
      'wordmarkDark: is of no use without wordmark; name that too',
    ],
    [
      'a wordmark that is lost on dark pages',
      () => ({ wordmark: 'dark.svg' }),
      'wordmark: only 0 % of what it draws stands out from a dark page, and 60 % must; name a lighter one as wordmarkDark',
    ],
    [
      'a wordmark that is lost on light pages',
      () => ({ wordmark: 'light.svg', wordmarkDark: 'light.svg' }),
      'wordmark: only 0 % of what it draws stands out from a light page, and 60 % must; give it a stronger colour',
    ],
    ['a welcome without English', () => ({ welcome: { de: 'Willkommen' } }), 'welcome.en: must be a string'],
    [
      'a welcome in a language that is not spoken',
      () => ({ welcome: { en: 'Welcome', fr: 'Bienvenue' } }),
      'welcome.fr: is not a key of a brand file; remove it',
    ],
    ['a long welcome', () => ({ welcome: { en: 'x'.repeat(301) } }), 'welcome.en: must be at most 300 characters long'],
    [
      'a support address that is none',
      () => ({ supportEmail: 'help at acme.de' }),
      'supportEmail: must be an e-mail address',
    ],
    [
      'a support address of an example',
      () => ({ supportEmail: 'help@acme.example' }),
      'supportEmail: acme.example is a name for examples, which nobody can reach; write your own',
    ],
    [
      'a telephone number without a country',
      () => ({ supportPhone: '030 1234567' }),
      'supportPhone: must be a number with its country code, such as +49 30 1234567',
    ],
    [
      'a link without TLS',
      () => ({ links: [{ title: { en: 'Security' }, url: 'http://acme.de/security' }] }),
      'links.0.url: must be an https address',
    ],
    [
      'a link to an example',
      () => ({ links: [{ title: { en: 'Security' }, url: 'https://acme.example/' }] }),
      'links.0.url: acme.example is a name for examples, which nobody can reach; write your own',
    ],
    [
      'seven links',
      () => ({ links: Array.from({ length: 7 }, (_, at) => ({ title: { en: 'x' }, url: `https://acme.de/${at}` })) }),
      'links: must be at most 6 links',
    ],
    [
      'a part that there is not',
      () => ({ settings: { protectMail: true } }),
      'settings.protectMail: is not a key of a brand file; remove it',
    ],
    [
      'a part that is neither on nor off',
      () => ({ settings: { protectSites: 'yes' } }),
      'settings.protectSites: must be a boolean',
    ],
    [
      'a setting that a policy alone says',
      () => ({ settings: { openListed: 'nobody' } }),
      'settings.openListed: is not a key of a brand file; remove it',
    ],
    [
      'a failure policy of another name',
      () => ({ settings: { failurePolicy: 'strict' } }),
      'settings.failurePolicy: must be one of open, warn, closed',
    ],
    [
      'a kind of scam that nobody knows',
      () => ({ scamKinds: ['spam'] }),
      'scamKinds.0: must be one of drainer, credential-phishing, seed-phishing, fake-support, impersonation, fake-shop, fake-investment, malware, address-poisoning, other',
    ],
    ['a kind of scam twice', () => ({ scamKinds: ['malware', 'malware'] }), 'scamKinds: names malware twice'],
    [
      'a site of everybody as its own',
      () => ({ official: { name: 'Acme', contents: ['github.com'] } }),
      "official.contents.0: github.com holds what is everybody's; name your own site, page or account there",
    ],
    [
      'a whole suffix as its own',
      () => ({ official: { name: 'Acme', contents: ['co.uk'] } }),
      "official.contents.0: co.uk holds what is everybody's; name your own site, page or account there",
    ],
    [
      'words as its own site',
      () => ({ official: { name: 'Acme', contents: ['our shop'] } }),
      'official.contents.0: "our shop" is no site, page or account; write example.com, example.com/page, or the address of the account',
    ],
    [
      'its own site twice',
      () => ({ official: { name: 'Acme', contents: ['acme.de', 'acme.de'] } }),
      'official.contents: names acme.de twice',
    ],
    [
      'its own sites without a name',
      () => ({ official: { contents: ['acme.de'] } }),
      'official.name: must be a string',
    ],
  ])('%s', async (_, change, complaint) => {
    expect(await problemsOf({ ...good, ...change() })).toEqual([
      typeof complaint === 'string' ? complaint : complaint(),
    ]);
  });
});
