import { LANGUAGES } from '../../language/languages.ts';
import type { Brand } from '../../organization/brand.ts';
import { type BrandFile, BrandFileError, readBrandFile } from '../../organization/file.ts';
import { identityOf } from '../../organization/identity.ts';
import { colourFindings, type Findings, iconProblems, wordmarkProblems } from './appearance.ts';
import { keyFileOf, keyFileProblems } from './key-file.ts';
import { serviceFindings } from './service-check.ts';

export type CheckOptions = {
  /** File with the private half of the key. Default: see `keyFileOf`. */
  readonly keyFile?: string | undefined;
  /** Whether to send no request. */
  readonly isOffline: boolean;
};

/** Names that RFC 2606 keeps for examples. */
const EXAMPLE = /(^|\.)(example|invalid|example\.(com|net|org))$/;

/**
 * All faults of a brand, each beginning with its key, and notes. A file that cannot be read is reported with its own faults, and
 * nothing else is checked.
 */
export async function checkBrand(file: string, { keyFile, isOffline }: CheckOptions): Promise<Findings> {
  const read = (() => {
    try {
      return readBrandFile(file);
    } catch (error) {
      if (error instanceof BrandFileError) return error;
      throw error;
    }
  })();
  if (read instanceof BrandFileError) return { problems: read.problems, notes: [] };
  const { brand } = read;
  const privateKey = keyFileOf(file, keyFile);
  const examples = exampleProblems(brand);
  const parts: Partial<Findings>[] = [
    { problems: examples },
    identityFindings(brand),
    { problems: privateKey ? keyFileProblems(privateKey, brand.extensionKey) : [] },
    colourFindings(brand.colours),
    { problems: await pictureProblems(read) },
    contentFindings(brand),
    // Example names cannot be reached.
    isOffline || examples.length > 0
      ? { notes: ['The addresses, the key and the list were not checked'] }
      : await serviceFindings(brand),
  ];
  return { problems: parts.flatMap(({ problems = [] }) => problems), notes: parts.flatMap(({ notes = [] }) => notes) };
}

async function pictureProblems({ brand, iconSvg, pictures }: BrandFile): Promise<string[]> {
  const { iconDark, wordmark, wordmarkDark } = pictures;
  const { surface } = brand.colours;
  const schemes = wordmarkDark === undefined ? (['light', 'dark'] as const) : (['light'] as const);
  return [
    // Chrome and Edge have one icon for both.
    ...(await iconProblems('icon', iconSvg)),
    ...(iconDark ? await iconProblems('iconDark', iconDark, ['dark']) : []),
    ...(wordmark ? await wordmarkProblems('wordmark', wordmark, schemes, surface) : []),
    ...(wordmarkDark ? await wordmarkProblems('wordmarkDark', wordmarkDark, ['dark'], surface) : []),
  ];
}

/** Entries that are repeated, and pictures that are never shown. */
function contentFindings({ wordmark, wordmarkDark, scamKinds, links, official, welcome }: Brand): Findings {
  const problems: string[] = [];
  if (wordmarkDark !== undefined && wordmark === undefined)
    problems.push('wordmarkDark: is of no use without wordmark; name that too');
  const lists: Readonly<Record<string, readonly string[] | undefined>> = {
    scamKinds,
    links: links?.map(({ url }) => url),
    'official.contents': official?.contents,
  };
  for (const [key, values] of Object.entries(lists)) {
    const repeated = values?.find((value, index) => values.indexOf(value) !== index);
    if (repeated !== undefined) problems.push(`${key}: names ${repeated} twice`);
  }
  const untold = welcome === undefined ? [] : LANGUAGES.filter((language) => welcome[language] === undefined);
  const notes = untold.length === 0 ? [] : [`welcome: people read the English text in ${untold.join(', ')}`];
  return { problems, notes };
}

function exampleProblems({
  serviceUrl,
  portalUrl,
  listUrl,
  supportUrl,
  supportEmail,
  links,
  updateUrls,
}: Brand): string[] {
  const named = {
    serviceUrl,
    portalUrl,
    listUrl,
    supportUrl,
    'updateUrls.chrome': updateUrls?.chrome,
    'updateUrls.edge': updateUrls?.edge,
    'updateUrls.firefox': updateUrls?.firefox,
    supportEmail: supportEmail && `https://${supportEmail.split('@')[1]}`,
    ...Object.fromEntries((links ?? []).map(({ url }, index) => [`links.${index}.url`, url])),
  };
  return Object.entries(named).flatMap(([key, url]) =>
    url && EXAMPLE.test(new URL(url).hostname)
      ? [`${key}: ${new URL(url).hostname} is a name for examples, which nobody can reach; write your own`]
      : [],
  );
}

function identityFindings(brand: Brand): Findings {
  const { chromeId, firefoxId } = identityOf(brand);
  const problems: string[] = [];
  if (brand.extensionKey === undefined)
    problems.push(
      'extensionKey: is missing, so the package would have the id of the product, whose key nobody has; "npm run brand -- init" makes one',
    );
  if (EXAMPLE.test(firefoxId.split('@')[1] ?? ''))
    problems.push(
      `firefoxId: ${brand.firefoxId ? `${firefoxId} is a name for examples` : 'is missing'}; write one that ends in a host of yours`,
    );
  const repeated = brand.listPublicKeys.filter((key, index, all) => all.indexOf(key) !== index);
  if (repeated.length > 0) problems.push(`listPublicKeys: names ${repeated[0]} twice`);
  return { problems, notes: [`Chrome and Edge: ${chromeId}`, `Firefox: ${firefoxId}`] };
}
