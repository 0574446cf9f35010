import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newPrivateKey } from '../../../../src/development/brand/key-file.ts';
import { EXTENSION } from '../../../e2e/harness/build.ts';
import { deliver, UpdateSite } from '../../../e2e/harness/machine/delivery.ts';

/** A way in which a machine gives every Chromium on it an extension, without the person's doing. */
export type Installation = { readonly name: string; readonly file: MachineFile; readonly content: object };

/** The packed extension, on a server that policies install it from. */
export type PackedExtension = {
  readonly id: string;
  readonly installations: readonly Installation[];
  readonly stop: () => Promise<void>;
};

/** Where Chromium of a Linux distribution reads policies. */
const POLICIES = '/etc/chromium/policies/managed';
/**
 * Where it looks for extensions that came with other software: beside its program. It reads `/usr/share/chromium/extensions`
 * too, but Debian's launcher also hands what lies there to `--load-extension`, and with a file there the browser did not start in
 * a window (156 on Debian 12).
 */
const EXTERNAL = '/usr/lib/chromium/extensions';

/**
 * Packs the extension, with both ways to install it that need no store. An extension from the folder is on at once on Linux
 * (seen in the same Chromium): nobody is asked to accept it.
 */
export async function packExtension(): Promise<PackedExtension> {
  const site = new UpdateSite();
  await site.start();
  const keyFile = join(site.folder, 'key.pem');
  writeFileSync(keyFile, newPrivateKey());
  let version = '';
  const id = await deliver(site, EXTENSION, keyFile, (manifest) => {
    version = manifest.version;
    return manifest;
  });
  const installations = [
    {
      name: 'policy',
      file: new MachineFile(`${POLICIES}/wary-installed.json`),
      // Settings are written by way of DevTools, which look into no page of a forced extension unless a policy lets them.
      content: { ExtensionInstallForcelist: [`${id};${site.url('updates.xml')}`], DeveloperToolsAvailability: 1 },
    },
    {
      name: 'external-extensions folder',
      file: new MachineFile(`${EXTERNAL}/${id}.json`),
      content: { external_crx: join(site.folder, `${version}.crx`), external_version: version },
    },
  ];
  return { id, installations, stop: () => site.stop() };
}

/** A file by which this machine tells every Chromium on it what to do; it is taken back when the run ends. */
class MachineFile {
  readonly #path: string;
  readonly #made: string[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws Error where the machine cannot be changed, or still holds what an earlier run left */
  write(content: object): void {
    if (existsSync(this.#path)) throw new Error(`${this.#path} is there already: remove it and run this again`);
    try {
      this.#make(dirname(this.#path));
      writeFileSync(this.#path, JSON.stringify(content));
    } catch (error) {
      this.remove();
      throw new Error(
        `${this.#path} could not be written (${(error as Error).message}): run this as root, in a container for example`,
      );
    }
  }

  /** Leaves the machine as it was. */
  remove(): void {
    rmSync(this.#path, { force: true });
    for (const folder of this.#made.splice(0).reverse()) rmdirSync(folder);
  }

  #make(folder: string): void {
    if (existsSync(folder)) return;
    this.#make(dirname(folder));
    mkdirSync(folder);
    this.#made.push(folder);
  }
}
