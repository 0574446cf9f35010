import { createPrivateKey } from 'node:crypto';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { brand as brandSchema } from '../../organization/brand.ts';
import { chromeIdOf } from '../../organization/identity.ts';
import { contrast, oklchOf } from '../../ui/colour.ts';
import { BRAND_FILE, brandTemplate } from './brand-template.ts';
import { KEY_FILE, KEY_VARIABLE, newPrivateKey, publicHalf, readPrivateKey } from './key-file.ts';

export type NewBrandOptions = {
  /** Slug of the organization at its service. */
  readonly slug: string;
  readonly name: string;
  /** `#rrggbb`. */
  readonly accent: string;
  readonly serviceUrl: string;
  readonly portalUrl: string;
  /** The folder to make. */
  readonly folder: string;
  /** File with a private key that exists already; a new one is made without. */
  readonly keyFile: string | undefined;
};

/** A brand cannot be made; the message says why. */
export class NewBrandError extends Error {
  override readonly name = 'NewBrandError';
}

/**
 * Makes a folder with a brand file, its explanation, an icon and a key, of which the private half is ignored by git.
 * @returns the folder, the files in it and the id in Chrome and Edge
 * @throws NewBrandError where the folder holds something, or a word cannot be used; KeyFileError
 */
export async function createBrand(
  options: NewBrandOptions,
): Promise<{ folder: string; files: string[]; chromeId: string }> {
  const folder = resolve(options.folder);
  const held = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new NewBrandError(`${folder} cannot be read (${error.code})`);
  });
  if (held.length > 0) throw new NewBrandError(`${folder} is not empty: name another folder with --out`);
  const pem = options.keyFile === undefined ? newPrivateKey() : null;
  const key = options.keyFile === undefined ? null : readPrivateKey(options.keyFile);
  const extensionKey = key ? publicHalf(key) : publicHalfOf(pem!);
  const written = brandTemplate(options, extensionKey);
  const checked = brandSchema.safeParse(parse(written));
  if (!checked.success)
    throw new NewBrandError(
      checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
    );
  const files: Record<string, string> = {
    [BRAND_FILE]: written,
    'icon.svg': iconOf(options.name, options.accent),
    'README.md': explanation(options.slug, chromeIdOf(extensionKey)),
    '.gitignore': `${KEY_FILE}\n`,
    ...(pem ? { [KEY_FILE]: pem } : {}),
  };
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text, name === KEY_FILE ? { mode: 0o600 } : {});
  if (pem) await chmod(join(folder, KEY_FILE), 0o600);
  return { folder, files: Object.keys(files), chromeId: chromeIdOf(extensionKey) };
}

const publicHalfOf = (pem: string): string => publicHalf(createPrivateKey(pem));

/** A ring on a ground of the accent, which can be read at 16 px until the organization's own mark takes its place. */
function iconOf(name: string, accent: string): string {
  const figure = contrast(oklchOf(accent), { l: 1, c: 0, h: 0 }) >= 3 ? 'white' : 'black';
  const title = name.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><title>${title}</title><rect x="2" y="2" width="124" height="124" rx="28" fill="${accent}" stroke="${figure}" stroke-width="4"/><circle cx="64" cy="64" r="30" fill="none" stroke="${figure}" stroke-width="16"/></svg>\n`;
}

const explanation = (slug: string, chromeId: string): string => `# Brand ${slug}

Id in Chrome and Edge: \`${chromeId}\`

| File | What it is |
| --- | --- |
| \`${BRAND_FILE}\` | everything that a build of yours says, with what may be said explained beside each key |
| \`icon.svg\` | your mark, square; replace it by your own |
| \`${KEY_FILE}\` | the private half of the key that makes the id and signs packages. git ignores it. Keep a copy in a safe place: whoever has it can sign as you, and without it no package of yours can be updated. Elsewhere, name its path in \`${KEY_VARIABLE}\` |

1. Write into \`${BRAND_FILE}\` where your service and your portal are, and a key of your organization with the scopes \`protect\` and
   \`report\` (\`npm run service -- keys create\`) as \`publishableKey\`.
2. Write what \`npm run service -- list-key\` shows there into \`listPublicKeys\`.
3. \`npm run brand -- check PATH/${BRAND_FILE}\` until nothing is left to mend.
4. \`npm run build -- --brand PATH/${BRAND_FILE} --browser chrome\`, and the same for \`firefox\` and \`edge\`.
`;
