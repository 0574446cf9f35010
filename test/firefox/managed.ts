import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManagedMachine } from '../e2e/harness/machine/managed-machine.ts';
import { Firefox } from '../measure/leaks/browser/firefox.ts';

type Addon = { readonly version: string; readonly isActive: boolean; readonly permissions: number };
type Modules = {
  'resource://gre/modules/AddonManager.sys.mjs': {
    AddonManager: Record<'PERM_CAN_UNINSTALL' | 'PERM_CAN_DISABLE', number> & {
      getAddonByID(id: string): Promise<Addon | null>;
    };
    AddonManagerPrivate: { backgroundUpdateCheck(): Promise<void> };
  };
  'resource:///modules/policies/schema.sys.mjs': { schema: object };
  'resource://gre/modules/PoliciesHelpers.sys.mjs': { PolicyFailures: { getAll(): Record<string, readonly string[]> } };
};
/** The globals of a privileged browser page. */
type Privileged = {
  WebExtensionPolicy: { getByID(id: string): { extension: { backgroundState: string } } | null };
  ChromeUtils: { importESModule<Address extends keyof Modules>(address: Address): Modules[Address] };
};

/** An extension in Firefox: its version, whether its background runs, and what a person may do with it. */
type Installation = { version: string; isRunning: boolean; mayBeRemoved: boolean; mayBeDisabled: boolean };

/** A Firefox on a machine with its own policies, which install the extension. */
export class ManagedFirefox {
  readonly browser: Firefox;
  readonly #machine = new ManagedMachine('firefox');
  readonly #profile = mkdtempSync(join(tmpdir(), 'wary-profile-'));

  constructor(ports: { readonly sitePort: number; readonly servicePort: number }) {
    const managed = { program: this.#machine.program, profile: this.#profile };
    this.browser = new Firefox({ ...ports, managed });
  }

  /** Starts or restarts the browser with these policies, which it reads at its start. */
  async start(policies: object): Promise<void> {
    await this.browser.stop();
    this.#machine.policy('policies', { policies });
    await this.browser.start();
  }

  /** Null if the extension is not installed. */
  installation(id: string): Promise<Installation | null> {
    return this.browser.privilege(async (id) => {
      const { ChromeUtils, WebExtensionPolicy } = globalThis as unknown as Privileged;
      const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
      const addon = await AddonManager.getAddonByID(id);
      if (!addon) return null;
      const { version, permissions } = addon;
      const isRunning = addon.isActive && WebExtensionPolicy.getByID(id)?.extension.backgroundState === 'running';
      const mayBeRemoved = (permissions & AddonManager.PERM_CAN_UNINSTALL) !== 0;
      return { version, isRunning, mayBeRemoved, mayBeDisabled: (permissions & AddonManager.PERM_CAN_DISABLE) !== 0 };
    }, id);
  }

  /** The errors of each policy, as shown by `about:policies`. */
  failures(): Promise<Record<string, readonly string[]>> {
    return this.browser.privilege(() => {
      const { ChromeUtils } = globalThis as unknown as Privileged;
      return ChromeUtils.importESModule('resource://gre/modules/PoliciesHelpers.sys.mjs').PolicyFailures.getAll();
    }, undefined);
  }

  /** The schema by which this browser checks `policies.json`; an unknown policy is an error in it. */
  schema(): Promise<object> {
    return this.browser.privilege(() => {
      const { ChromeUtils } = globalThis as unknown as Privileged;
      const { schema } = ChromeUtils.importESModule('resource:///modules/policies/schema.sys.mjs');
      return { type: 'object', properties: { policies: { ...schema, additionalProperties: false } } };
    }, undefined);
  }

  /** Checks for updates now, as the browser does once a day. */
  async update(): Promise<void> {
    await this.browser.privilege(() => {
      const { ChromeUtils } = globalThis as unknown as Privileged;
      const { AddonManagerPrivate } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
      return AddonManagerPrivate.backgroundUpdateCheck();
    }, undefined);
  }

  async remove(): Promise<void> {
    await this.browser.stop();
    this.#machine.remove();
    rmSync(this.#profile, { recursive: true, force: true });
  }
}
