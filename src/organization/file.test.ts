import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/fixtures/temporary-folder.ts';
import { BrandFileError, readBrandFile } from './file.ts';
import { iconProblems } from './icon.ts';

const fixture = (name: string) => new URL(`../../test/fixtures/brand/${name}`, import.meta.url).pathname;

function refusalOf(path: string): BrandFileError {
  try {
    readBrandFile(path);
  } catch (error) {
    if (error instanceof BrandFileError) return error;
    throw error;
  }
  throw new Error(`${path} was accepted`);
}

describe('a brand file', () => {
  it('gives the brand with its addresses normalised, and its icon', () => {
    const { brand, iconPath, iconSvg } = readBrandFile(fixture('acme.json'));
    expect(brand.name).toBe('Acme Guard');
    expect(brand.serviceUrl).toBe('https://service.acme.example');
    expect(iconPath).toBe(fixture('acme.svg'));
    expect(iconSvg).toContain('<svg');
  });

  it('may be YAML by its name, with comments', async () => {
    const folder = await temporaryFolder();
    const { brand, iconSvg } = readBrandFile(fixture('acme.json'));
    writeFileSync(join(folder, 'acme.svg'), iconSvg);
    writeFileSync(join(folder, 'brand.yaml'), `# ours\n${JSON.stringify(brand)} # all of it\n`);
    expect(readBrandFile(join(folder, 'brand.yaml')).brand).toEqual(brand);
    writeFileSync(join(folder, 'brand.yaml'), 'name: "Acme\n');
    expect(refusalOf(join(folder, 'brand.yaml')).message).toMatch(/is not YAML: .+ at line 2/);
  });

  it('of the default build is valid', () => {
    const path = new URL('./wary.json', import.meta.url).pathname;
    expect(readBrandFile(path).brand.slug).toBe('wary');
  });

  it('with faults is refused with each of them, by file and key', () => {
    const { message, problems } = refusalOf(fixture('faulty.json'));
    expect(message).toContain(fixture('faulty.json'));
    expect(problems).toEqual(
      expect.arrayContaining([
        'name: must not be empty',
        'shortName: must be at most 12 characters long',
        'description: must be a text for each language, such as { en: … }',
        'colours.accent: must be a colour written #rrggbb',
        'icon: must be the path of an .svg file beside the brand file or below it',
        'slug: must be lower-case letters, digits and hyphens',
        expect.stringMatching(/^serviceUrl: must begin with https/),
        'portalUrl: must be without a path ("/portal")',
        expect.stringMatching(/^publishableKey: must be a key without spaces/),
        'supportUrl: must be an http or https address, or null',
        expect.stringMatching(/^listPublicKeys.0: must be a public key/),
        'serviceURL: is not a key of a brand file; remove it',
      ]),
    );
  });

  it.each([
    ['nowhere.json', /does not exist/],
    ['broken.json', /is not JSON/],
    ['latin.json', /not UTF-8/],
    ['no-icon.json', /missing\.svg does not exist/],
    ['scripted.json', /<script>/],
    ['.', /cannot be read \(EISDIR\)/],
  ])('%s is refused in words', (name, reason) => {
    expect(refusalOf(fixture(name)).message).toMatch(reason);
  });

  it('whose icon is too large is refused', async () => {
    const folder = await temporaryFolder();
    const brand = readBrandFile(fixture('acme.json')).brand;
    writeFileSync(join(folder, 'brand.json'), JSON.stringify(brand));
    writeFileSync(join(folder, 'acme.svg'), `<svg>${' '.repeat(200_000)}</svg>`);
    expect(refusalOf(join(folder, 'brand.json')).message).toMatch(/at most 131072 are allowed/);
  });
});

describe('a wordmark', () => {
  it.each([
    ['96 24', []],
    ['24 24', ['is not 1.5 to 8 times as wide as it is high (24 × 24)']],
    ['240 24', ['is not 1.5 to 8 times as wide as it is high (240 × 24)']],
  ])('of %s', (size, problems) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}"/>`;
    expect(iconProblems(svg, 'wide')).toEqual(problems);
  });
});

describe('an icon', () => {
  const svg = (inside: string, root = 'viewBox="0 0 10 10"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`;

  it('of plain shapes is accepted', () => {
    expect(iconProblems(svg('<g fill="none"><path d="M0 0h10v10z"/></g>'), 'square')).toEqual([]);
    expect(iconProblems(`\uFEFF<?xml version="1.0"?>\n<!-- a --> ${svg('')}\n`, 'square')).toEqual([]);
    expect(iconProblems(svg('', 'width="24px" height="24px"'), 'square')).toEqual([]);
  });

  it.each([
    ['nothing', '', /ends too early/],
    ['an HTML page', '<!doctype html><html></html>', /document type/],
    ['another element', '<html></html>', /outermost/],
    ['two roots', svg('') + svg(''), /outermost/],
    ['an entity bomb', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, /document type/],
    ['an undeclared entity', svg('<title>&a;</title>'), /well-formed/],
    ['an open tag', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><g>', /ends too early/],
    ['crossed tags', svg('<g><path></g></path>'), /closes nothing/],
    ['an unquoted attribute', svg('<rect width=10/>'), /well-formed/],
    ['text outside', `${svg('')}text`, /well-formed/],
    ['a script', svg('<script>1</script>'), /<script>/],
    ['foreign content', svg('<foreignObject><div/></foreignObject>'), /<foreignObject>/],
    ['an image', svg('<image href="data:image/png;base64,AA"/>'), /<image>/],
    ['an animation', svg('<set attributeName="href" to="javascript:1"/>'), /<set>/],
    ['an event handler', svg('<rect onload="1"/>'), /onload/],
    ['a remote reference', svg('<use href="https://evil.example/a.svg#b"/>'), /outside the file/],
    ['a remote reference with xlink', svg('<use xlink:href="//evil.example/a.svg#b"/>'), /outside the file/],
    ['a remote paint', svg('<rect fill="url(https://evil.example/a)"/>'), /outside the file in "fill"/],
    ['a remote import', svg('<style>@import "https://evil.example/a.css";</style>'), /"style"/],
    ['a hidden reference', svg('<style>rect{fill:u\\72l(https://evil.example)}</style>'), /"style"/],
    ['a reference written as entities', svg('<rect fill="&#117;rl(https://evil.example)"/>'), /"fill"/],
    ['no size', svg('', ''), /viewBox/],
    ['no namespace', '<svg viewBox="0 0 1 1"/>', /xmlns/],
    ['a wide shape', svg('', 'viewBox="0 0 200 100"'), /not square \(200 × 100\)/],
  ])('with %s is refused in words', (_, source, reason) => {
    expect(iconProblems(source, 'square').join('\n')).toMatch(reason);
  });
});
