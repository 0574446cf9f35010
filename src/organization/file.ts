import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Brand, brand } from './brand.ts';
import { ICON_LIMIT_BYTES, iconProblems } from './icon.ts';
import { extensionKeyProblem } from './identity.ts';

const BRAND_LIMIT_BYTES = 64 * 1024;

/** A brand file cannot be used. The message names the file and lists every fault with what to do about it. */
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
  /** Source of the icon: an SVG that draws only itself. */
  readonly iconSvg: string;
};

/**
 * Reads a brand file (JSON, UTF-8, at most 64 KiB) and the SVG icon it names. Runs when the extension is built.
 * @throws BrandFileError with every fault found, each naming the key it is about
 */
export function readBrandFile(path: string): BrandFile {
  const file = resolve(path);
  const json = readJson(file);
  const parsed = brand.safeParse(json);
  if (!parsed.success) throw new BrandFileError(file, parsed.error.issues.flatMap(faultsOf));
  const iconPath = resolve(dirname(file), parsed.data.icon);
  const iconSvg = readText(file, iconPath, ICON_LIMIT_BYTES, `icon: ${iconPath}`);
  const keyProblem = parsed.data.extensionKey ? extensionKeyProblem(parsed.data.extensionKey) : null;
  const problems = [
    ...iconProblems(iconSvg).map((problem) => `icon: ${iconPath} ${problem}`),
    ...(keyProblem ? [`extensionKey: ${keyProblem}`] : []),
  ];
  if (problems.length > 0) throw new BrandFileError(file, problems);
  return { brand: parsed.data, iconPath, iconSvg };
}

function readJson(file: string): unknown {
  const text = readText(file, file, BRAND_LIMIT_BYTES, 'the file');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BrandFileError(file, [`it is not JSON: ${(error as Error).message}`]);
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

type Issue = { readonly code?: string; readonly path: PropertyKey[]; readonly message: string };

/** One line for each fault: the key, then what is wrong. */
function faultsOf(issue: Issue & { readonly keys?: string[]; readonly expected?: string }): string[] {
  const key = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    return (issue.keys ?? []).map(
      (name) => `${[key, name].filter(Boolean).join('.')}: is not a key of a brand file; remove it`,
    );
  if (issue.code === 'invalid_type') return [`${key || 'the file'}: must be ${article(issue.expected ?? 'value')}`];
  return [`${key}: ${issue.message}`];
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);
