import { hashExpression, prefixOf } from '../../../../src/asset/index.ts';
import { readableHost } from '../../../../src/asset/url/host/idn.ts';
import { knownBrands } from '../../../../src/lookalike/brand.ts';
import { lookalikeOf } from '../../../../src/lookalike/lookalike.ts';
import { skeletonOf } from '../../../../src/lookalike/skeleton.ts';
import { medianMs, type Row } from '../row.ts';
import { cleanHosts, realScamHosts } from './hosts.ts';

/** Every other host by its hash: what the rules are made with is never what they are judged by. */
const isHeldOut = (host: string): boolean => prefixOf(hashExpression(host)) % 2 === 1;

/**
 * Notices about popular sites, and how many of the listed scam hosts that hold the name of a brand get one: over the half that nobody
 * looked at. No rows about scams where the real list is not there.
 */
export async function lookalikeRows(): Promise<Row[]> {
  const group = 'Lookalike sites';
  const brands = knownBrands();
  const clean = cleanHosts();
  const isNoticed = (host: string) => lookalikeOf(host, brands) !== null;
  const alarms = clean.filter(isNoticed);
  const us = (medianMs(() => clean.filter(isNoticed)) * 1_000) / clean.length;
  const rows: Row[] = [
    {
      group,
      name: 'notices over popular sites',
      value: alarms.length,
      unit: `of ${clean.length}`,
      detail: alarms.join(' '),
    },
    { group, name: 'one host', value: us, unit: 'µs' },
  ];
  const scams = realScamHosts()?.filter(isHeldOut);
  if (!scams) return rows;
  const names = brands.flatMap(({ terms }) => terms.map(({ skeleton }) => skeleton));
  const holding = scams.filter((host) => {
    const text = readableHost(host).split('.').slice(0, -1).map(skeletonOf).join('.').replaceAll('-', '');
    return names.some((name) => text.includes(name));
  });
  const share = (100 * holding.filter(isNoticed).length) / holding.length;
  const all = (100 * scams.filter(isNoticed).length) / scams.length;
  return [
    ...rows,
    {
      group,
      name: 'notices over held-out scams with the name of a brand',
      value: share,
      unit: '%',
      detail: `of ${holding.length}`,
    },
    { group, name: 'notices over all held-out scams', value: all, unit: '%', detail: `of ${scams.length}` },
  ];
}
