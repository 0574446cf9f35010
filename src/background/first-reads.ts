import { browser } from 'wxt/browser';
import { LIST_DUE } from '../blocklist/shard.ts';
import { ListStore } from '../blocklist/store.ts';
import { ProtectionStore } from '../protection/store.ts';
import { EarlyArea } from './early-area.ts';

/**
 * What every worker reads before its first verdict. This file must be imported before anything else: the browser opens databases
 * while the listeners are registered and the script of the verdict is parsed.
 */
export const listStore = new ListStore();
export const protectionStore = new ProtectionStore();

// Where shards of the list answer first, it is read after them.
if (import.meta.env.FIREFOX) listStore.begin();
protectionStore.begin();

export const localArea = new EarlyArea(browser.storage.local, ['settings', LIST_DUE]);
/** Storage that ends with the browser session. */
export const sessionArea = new EarlyArea(browser.storage.session, ['tab-allowances', 'visited']);
