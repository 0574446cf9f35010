import { HOUR } from '../../storage/duration.ts';
import { type Allowance, allowanceOf } from '../allowance/allowance.ts';
import { webHost } from '../warning/address.ts';
import type { Pause, PauseLength } from './pause.ts';
import { SiteChoices } from './site-choices.ts';

/** Where the person paused the protection. Only a pause of one site without an end outlives the browser. */
export class Pauses extends SiteChoices {
  /** The pause in force on a page, by its address; null if there is none. */
  on(url: string | undefined): Pause | null {
    const host = webHost(url);
    return this.list.find((one) => one.host === null || one.host === host) ?? null;
  }

  override async hosts(): Promise<string[]> {
    await this.load();
    return this.list.flatMap(({ host }) => host ?? []);
  }

  /** What the browser's own rules must let through for the pauses of one site. */
  get asAllowances(): readonly Allowance[] {
    const now = this.parts.now();
    return this.list.flatMap(({ host }) => (host === null ? [] : allowanceOf(`${host}/`, 'always', { now })));
  }

  /** When the next pause ends, in ms since epoch; null if none does. */
  get nextEnd(): number | null {
    const ends = this.list.flatMap(({ until }) => until ?? []);
    return ends.length > 0 ? Math.min(...ends) : null;
  }

  /** Pauses the site of an address, or every site. Rejects if it cannot be written. */
  async begin(length: PauseLength, url: string, tabId: number): Promise<void> {
    const host = length === 'everywhere' ? null : new URL(url).hostname;
    await this.add(host, length === 'site', tabId, length === 'hour' ? this.parts.now() + HOUR : null);
  }
}
