import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Stands for a substitution in a template. */
export const HOLE = '\u0000';

/**
 * One import of a source file, or one file or folder that it names by `new URL('…', import.meta.url)`. `target` is a path from the
 * root, or null where a package is meant. {@link HOLE} stands in `specifier` for what is computed. Where a file name is, every relative path
 * that the file writes counts.
 */
export type Import = {
  readonly specifier: string;
  readonly target: string | null;
  readonly typeOnly: boolean;
};

export type SourceFile = {
  /** Path from the root, for example `src/asset/url.ts`. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly isTest: boolean;
};

export type Module = SourceFile & {
  readonly imports: readonly Import[];
  /** Names that are used as variables and declared nowhere in the file: those of the platform. */
  readonly names: ReadonlySet<string>;
  /** Every string literal and every template, its substitutions written {@link HOLE}. */
  readonly strings: readonly string[];
  /** The string literals and templates among the arguments of each call, by the called name. */
  readonly calls: readonly { readonly callee: string; readonly strings: readonly string[] }[];
  /** The names called while the module is loaded: outside of every function but those that are run at once. */
  readonly calledAtLoad: readonly string[];
};

/** The files below `entrypoints` and `src` with one of these endings. */
export function files(...endings: string[]): SourceFile[] {
  const paths = globSync(
    endings.flatMap((ending) => [`entrypoints/**/*.${ending}`, `src/**/*.${ending}`]),
    { cwd: ROOT },
  );
  return paths.sort().map((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    return { path, text, lines, isTest: /\.test\.tsx?$/.test(path) };
  });
}

/** Every file of code below `entrypoints` and `src`, parsed. */
export function modules(): Module[] {
  return files('ts', 'tsx', 'mjs').map(parse);
}

/** Parses one file. @throws Error when it is not TypeScript */
export function parse(file: SourceFile): Module {
  const { program, errors } = parseSync(file.path, file.text);
  if (errors.length > 0) throw new Error(`${file.path}: ${errors[0]?.message}`);
  const found: Found = {
    imports: [],
    names: new Set(),
    declared: new Set(),
    strings: [],
    calls: [],
    calledAtLoad: [],
    namesComputedFile: false,
  };
  walk(program as unknown as Node, found, file.path);
  const { declared, namesComputedFile, ...rest } = found;
  const known = new Set(found.imports.map(({ specifier }) => specifier));
  if (namesComputedFile)
    for (const text of found.strings)
      if (/^\.\.?\//.test(text) && !known.has(text)) found.imports.push(importOf(text, file.path, false));
  return { ...file, ...rest, names: new Set([...found.names].filter((name) => !declared.has(name))) };
}

type Node = { readonly type: string; readonly [key: string]: unknown };
type Call = Module['calls'][number];
type Found = {
  imports: Import[];
  names: Set<string>;
  declared: Set<string>;
  strings: string[];
  calls: Call[];
  calledAtLoad: string[];
  namesComputedFile: boolean;
};

/** Calls that run the functions passed to them at once. */
const RUN_AT_ONCE = /^(map|flatMap|filter)$/;

function walk(node: Node, found: Found, path: string, isInFunction = false, isArgument = false): void {
  const specifier = specifierOf(node);
  if (specifier?.includes(HOLE) && node.type === 'NewExpression') found.namesComputedFile = true;
  else if (specifier !== null) found.imports.push(importOf(specifier, path, isTypeOnly(node)));
  if (node.type === 'Identifier') found.names.add(String(node.name));
  for (const key of ['id', 'params', 'param', 'local'])
    for (const name of nodesOf(node[key]).flatMap(namesIn)) found.declared.add(name);
  const text = textOf(node);
  if (text !== null) found.strings.push(text);
  if (node.type === 'CallExpression') {
    found.calls.push({ callee: calleeOf(node), strings: stringsOf(node.arguments) });
    if (!isInFunction) found.calledAtLoad.push(calleeOf(node));
  }
  const isWithin = isInFunction || (/Function/.test(node.type) && !isArgument);
  for (const [key, value] of Object.entries(node)) {
    if (isLabel(node, key)) continue;
    for (const child of nodesOf(value))
      walk(child, found, path, isWithin, key === 'arguments' && RUN_AT_ONCE.test(calleeOf(node)));
  }
}

/** The names in a declaration's pattern. */
function namesIn(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [String(pattern.name)];
  const parts = ['properties', 'elements', 'value', 'argument', 'left', 'parameter'];
  return parts.flatMap((key) => nodesOf(pattern[key]).flatMap(namesIn));
}

/** True for the names that stand for themselves: properties, keys, labels of types. */
function isLabel(node: Node, key: string): boolean {
  if (node.computed === true) return false;
  if (node.type === 'MemberExpression') return key === 'property';
  return key === 'key' && /Property|Method|Signature/.test(node.type);
}

const importOf = (specifier: string, path: string, typeOnly: boolean): Import => ({
  specifier,
  target: specifier.startsWith('.') ? relative('', join(dirname(path), specifier)) : null,
  typeOnly,
});

/** What a node imports or names as a file beside its own, or null. */
function specifierOf(node: Node): string | null {
  if (/^(Import|Export\w*)Declaration$|^ImportExpression$/.test(node.type))
    return nodesOf(node.source).map((source) => textOf(source) ?? HOLE)[0] ?? null;
  if (node.type !== 'NewExpression' || calleeOf(node) !== 'URL') return null;
  const [path, base] = nodesOf(node.arguments);
  const isBesideThis = nodesOf(base?.object)[0]?.type === 'MetaProperty';
  return path && isBesideThis ? (textOf(path) ?? HOLE) : null;
}

function isTypeOnly(node: Node): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = nodesOf(node.specifiers);
  return specifiers.length > 0 && specifiers.every((each) => each.importKind === 'type' || each.exportKind === 'type');
}

function calleeOf(node: Node): string {
  const callee = node.callee as Node;
  return String(((callee.property ?? callee) as Node).name ?? '');
}

const stringsOf = (value: unknown): string[] =>
  nodesOf(value).flatMap((node) => {
    const text = textOf(node);
    if (text !== null) return [text];
    return node.type === 'ConditionalExpression' ? stringsOf([node.consequent, node.alternate]) : [];
  });

function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return null;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(HOLE);
}

function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string' ? [value as Node] : [];
}
