import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { getDomain } from 'tldts';
import { parse as parseYaml } from 'yaml';
import { namedBy } from '../asset/index.ts';
import { type Brand, brand } from './brand.ts';
import { type IconShape, iconProblems, MAX_ICON_BYTES } from './icon.ts';
import { extensionKeyProblem } from './identity.ts';
import { PICTURES, type PictureName } from './picture.ts';

const MAX_BRAND_FILE_BYTES = 64 * 1024;

/** An invalid brand file. The message names the file and lists every fault with its fix. */
export class BrandFileError extends Error {
  override readonly name = 'BrandFileError';
  readonly file: string;
  readonly problems: readonly string[];

  constructor(file: string, problems: readonly string[]) {
    super([`The brand file ${file} cannot be used:`, ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.file = file;
    this.problems = problems;
  }
}

export type BrandFile = {
  readonly brand: Brand;
  /** Absolute path of the icon. */
  readonly iconPath: string;
  /** Source of the icon: an SVG without external references. */
  readonly iconSvg: string;
  /** Sources of the brand's other pictures. */
  readonly pictures: Readonly<Partial<Record<PictureName, string>>>;
};

/**
 * Reads a brand file (YAML or JSON by its name, UTF-8, at most 64 KiB) and its SVG pictures. Runs when the extension is
 * built.
 * @throws BrandFileError with every fault found, each with its key
 */
export function readBrandFile(path: string): BrandFile {
  const file = resolve(path);
  const written = readWritten(file);
  const parsed = brand.safeParse(written);
  if (!parsed.success) throw new BrandFileError(file, parsed.error.issues.flatMap(faultsOf));
  const brandData = parsed.data;
  const problems: string[] = [];
  const read = (key: 'icon' | PictureName, path: string, shape: IconShape): string => {
    const at = resolve(dirname(file), path);
    const svg = readText(file, at, MAX_ICON_BYTES, `${key}: ${at}`);
    problems.push(...iconProblems(svg, shape).map((problem) => `${key}: ${at} ${problem}`));
    return svg;
  };
  const iconSvg = read('icon', brandData.icon, 'square');
  const pictures = Object.fromEntries(
    PICTURES.flatMap(({ name, shape }) =>
      brandData[name] === undefined ? [] : [[name, read(name, brandData[name], shape)]],
    ),
  );
  const keyProblem = brandData.extensionKey ? extensionKeyProblem(brandData.extensionKey) : null;
  if (keyProblem) problems.push(`extensionKey: ${keyProblem}`);
  for (const [index, content] of (brandData.official?.contents ?? []).entries()) {
    const problem = officialProblem(content);
    if (problem) problems.push(`official.contents.${index}: ${problem}`);
  }
  if (problems.length > 0) throw new BrandFileError(file, problems);
  return { brand: brandData, iconPath: resolve(dirname(file), brandData.icon), iconSvg, pictures };
}

function readWritten(file: string): unknown {
  const text = readText(file, file, MAX_BRAND_FILE_BYTES, 'the file');
  const isYaml = /\.ya?ml$/i.test(file);
  try {
    return isYaml ? parseYaml(text) : JSON.parse(text);
  } catch (error) {
    const [problem] = (error as Error).message.split(':\n');
    throw new BrandFileError(file, [`it is not ${isYaml ? 'YAML' : 'JSON'}: ${problem}`]);
  }
}

function readText(brandFile: string, path: string, limit: number, subject: string): string {
  try {
    const { size } = statSync(path);
    if (size > limit)
      throw new BrandFileError(brandFile, [`${subject} has ${size} bytes; at most ${limit} are allowed`]);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof BrandFileError) throw error;
    if (error instanceof TypeError) throw new BrandFileError(brandFile, [`${subject} is not UTF-8 text`]);
    const code = (error as NodeJS.ErrnoException).code;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? (error as Error).message})`;
    throw new BrandFileError(brandFile, [`${subject} ${reason}`]);
  }
}

type Issue = {
  readonly code?: string;
  readonly path: PropertyKey[];
  readonly message: string;
  readonly keys?: string[];
  readonly expected?: string;
  readonly values?: readonly unknown[];
};

/** One line for each fault: the key, then the problem. */
function faultsOf(issue: Issue): string[] {
  const key = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    return (issue.keys ?? []).map(
      (name) => `${[key, name].filter(Boolean).join('.')}: is not a key of a brand file; remove it`,
    );
  // A schema's own message is used; the library's message names only a type.
  if (issue.code === 'invalid_type' && !issue.message.startsWith('must '))
    return [`${key || 'the file'}: must be ${article(issue.expected ?? 'value')}`];
  if (issue.code === 'invalid_value') return [`${key}: must be one of ${issue.values?.join(', ')}`];
  return [`${key}: ${issue.message}`];
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

/** Types without a displayable name: a wallet address, and contact details. */
const UNSHOWN: ReadonlySet<string> = new Set(['ADDRESS', 'EMAIL', 'PHONE_NUMBER', 'IPFS']);

/** The problem with a site, page or account that a brand claims as its own, in words; null if it is valid. */
function officialProblem(content: string): string | null {
  const asset = namedBy(content)?.asset;
  if (asset === undefined || UNSHOWN.has(asset.type))
    return `"${content}" is no site, page or account; write example.com, example.com/page, or the address of the account`;
  const host = asset.content.replace(/\/$/, '');
  const isShared =
    asset.type === 'PAGE'
      ? !host.includes('/')
      : asset.type === 'URL' && getDomain(host, { allowPrivateDomains: true }) === null;
  return isShared ? `${host} holds what is everybody's; name your own site, page or account there` : null;
}
