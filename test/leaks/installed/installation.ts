import { MachineFile } from './machine-file.ts';
import type { Package } from './package.ts';

/** A way in which a machine gives every Chromium on it an extension, without the person's doing. */
export type Installation = { readonly name: string; readonly file: MachineFile; readonly content: object };

/** Where Chromium of a Linux distribution reads policies. */
const POLICIES = '/etc/chromium/policies/managed';
/**
 * Where it looks for extensions that came with other software: beside its program. It reads `/usr/share/chromium/extensions`
 * too, but Debian's launcher also hands what lies there to `--load-extension`, and with a file there the browser did not start in
 * a window (156 on Debian 12).
 */
const EXTERNAL = '/usr/lib/chromium/extensions';

/**
 * Both ways that need no store. An extension out of the folder is on at once on Linux (seen in the same Chromium): nobody is
 * asked to accept it.
 */
export function installations(packed: Package): readonly Installation[] {
  return [
    {
      name: 'policy',
      file: new MachineFile(`${POLICIES}/wary-installed.json`),
      // Settings are written by way of DevTools, which look into no page of a forced extension unless a policy lets them.
      content: { ExtensionInstallForcelist: [packed.policyEntry], DeveloperToolsAvailability: 1 },
    },
    {
      name: 'external-extensions folder',
      file: new MachineFile(`${EXTERNAL}/${packed.id}.json`),
      content: { external_crx: packed.file, external_version: packed.version },
    },
  ];
}
