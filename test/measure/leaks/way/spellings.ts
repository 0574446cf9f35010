import { follow, type Way } from './way.ts';

const four = (host: string): number => host.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const octal = (host: string): string =>
  host
    .split('.')
    .map((part) => `0${Number(part).toString(8)}`)
    .join('.');

const OF_A_NAME = [
  ['with a port', (host: string) => `http://${host}:8081/`],
  ['with wide letters and dots', (host: string) => `http://${host.replace('m', 'ｍ').replaceAll('.', '。')}/`],
  ['with backslashes', (host: string) => `http:\\\\${host}\\login`],
] as const;
const OF_AN_INTERNATIONAL_NAME = [
  ['in letters beyond ASCII', (host: string) => `http://${host.replace('xn--bcher-kva', 'BÜcher')}/`],
  ['in Punycode', (host: string) => `http://${host}/`],
] as const;
const OF_A_NUMBER = [
  ['as one decimal number', (host: string) => `http://${four(host)}/`],
  ['as octal numbers', (host: string) => `http://${octal(host)}/`],
  ['as a hexadecimal number', (host: string) => `http://0x${four(host).toString(16)}/`],
] as const;

const way = ([name, spell]: readonly [string, (host: string) => string], host?: Way['host']): Way => ({
  name: `link spelt ${name}`,
  ...(host ? { host } : {}),
  go: ({ tab, host }) => follow(tab, spell(host)),
});

/** A link to a listed page, written as a browser reads it and a person does not (URL Standard, section 4), beside those of every browser. */
export const SPELLINGS: readonly Way[] = [
  ...OF_A_NAME.map((spelling) => way(spelling)),
  ...OF_AN_INTERNATIONAL_NAME.map((spelling) => way(spelling, 'international')),
  ...OF_A_NUMBER.map((spelling) => way(spelling, 'number')),
];
