import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TextFileError } from '../../command-line/text-file.ts';
import { readCountries } from './country-file.ts';
import { mmdbOf } from './mmdb.fixture.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countries-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function countries(text: string | Buffer) {
  const path = join(folder, 'countries.csv');
  await writeFile(path, text);
  return readCountries(path);
}
const countriesOf = async (text: string, ...addresses: string[]) => {
  const database = await countries(text);
  return addresses.map((address) => database.of(address));
};

describe('a country database', () => {
  it('knows the countries of addresses inside its networks only', async () => {
    const text = 'network,country\n192.0.2.0/25,DE\n192.0.2.128/25,fr\n2001:db8::/33,JP\n198.51.100.7/32,BR\n';
    expect(await countriesOf(text, '192.0.2.0', '192.0.2.127', '192.0.2.128', '192.0.2.255')).toEqual([
      'DE',
      'DE',
      'FR',
      'FR',
    ]);
    expect(await countriesOf(text, '192.0.1.255', '192.0.3.0', '198.51.100.6', '198.51.100.8')).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(await countriesOf(text, '198.51.100.7', '2001:db8::1', '2001:db8:7fff:ffff::', '2001:db8:8000::')).toEqual([
      'BR',
      'JP',
      'JP',
      null,
    ]);
    expect(await countriesOf(text, '::ffff:192.0.2.9', '::ffff:c000:209', 'unknown', '')).toEqual([
      'DE',
      'DE',
      null,
      null,
    ]);
  });

  it('is read in the formats of vendors: ranges, named columns, quotes, gzip, any order', async () => {
    expect(
      await countriesOf(
        '"10.1.0.0","10.1.0.255","US"\n10.0.0.0,10.0.255.255,CA\n::1,::1,NL',
        '10.1.0.9',
        '10.0.9.9',
        '::1',
      ),
    ).toEqual(['US', 'CA', 'NL']);
    const named = 'network,country,country_code,continent\r\n192.0.2.0/24,"Korea, Republic of",KR,Asia\r\n';
    expect(await countriesOf(named, '192.0.2.1')).toEqual(['KR']);
    expect(await countriesOf('start_ip,end_ip,country\n192.0.2.0,192.0.2.9,IT\n', '192.0.2.9', '192.0.2.10')).toEqual([
      'IT',
      null,
    ]);
    expect((await countries(gzipSync('# ours\n192.0.2.0/24,SE\n'))).of('192.0.2.1')).toBe('SE');
    expect(
      await countriesOf(
        '192.0.2.0/24,ZZ\n198.51.100.0/24,\n203.0.113.0/24,AT',
        '192.0.2.1',
        '198.51.100.1',
        '203.0.113.1',
      ),
    ).toEqual([null, null, 'AT']);
  });

  it.each([
    ['', 'names no country'],
    ['network,country\n', 'names no country'],
    ['192.0.2.0/24,Germany', 'line 1 has no country of two letters'],
    ['192.0.2.0/33,DE', 'line 1 has no network'],
    ['192.0.2.0/24,DE\nexample.org,DE', 'line 2 has no network'],
    ['192.0.2.9,192.0.2.1,DE', 'line 1 has no network'],
    ['192.0.2.9,::1,DE', 'line 1 has no network'],
    ['192.0.2.0/24,DE\n192.0.2.0/25,FR', '192.0.2.0 is in two of its networks'],
    ['network,geoname_id\n192.0.2.0/24,2921044', 'line 1 has no column country'],
  ])('that says %j is refused: %s', async (text, problem) => {
    const refused = countries(text);
    await expect(refused).rejects.toThrow(TextFileError);
    await expect(refused).rejects.toThrow(problem);
  });

  it('is read in MaxMind’s format, with the records of several vendors', async () => {
    const ipv4 = (octet: number) => '0'.repeat(96) + octet.toString(2).padStart(8, '0');
    const file = mmdbOf([
      [ipv4(1), { country: { iso_code: 'AU', names: { en: 'Australia' } } }],
      [ipv4(2), { country: 'FR' }],
      [ipv4(3), { country_code: 'US' }],
      [ipv4(4), { asn: 'AS64496' }],
      ['001', { country: { iso_code: 'JP' } }],
    ]);
    for (const bytes of [file, gzipSync(file)]) {
      const { of } = await countries(bytes);
      expect(['1.2.3.4', '2.0.0.1', '3.255.0.0', '4.0.0.1', '9.9.9.9'].map(of)).toEqual(['AU', 'FR', 'US', null, null]);
      expect(['2001:db8::1', 'fd00::1', 'unknown', ''].map(of)).toEqual(['JP', null, null, null]);
    }
    await expect(countries(mmdbOf([[ipv4(1), { asn: 'AS64496' }]]))).rejects.toThrow('names no country');
    await expect(countries(file.subarray(0, -6))).rejects.toThrow('is damaged');
  });

  it('is refused when it is missing or no text', async () => {
    await expect(readCountries(join(folder, 'none.csv'))).rejects.toThrow('none.csv cannot be read');
    await expect(readCountries(folder)).rejects.toThrow('is not a file');
    await expect(countries(Buffer.from([0xff, 0xfe, 0x31]))).rejects.toThrow(TextFileError);
  });
});
