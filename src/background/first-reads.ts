import { ListConnection } from '../blocklist/database.ts';
import { ProtectionStore } from '../protection/store.ts';

/**
 * The databases that every worker reads before its first verdict. This file must be imported before anything else: evaluating the
 * rest of the worker's script takes about as long as the browser takes to open a database that nobody has held for a while, and
 * both then happen at once.
 */
export const listConnection = new ListConnection();
export const protectionStore = new ProtectionStore();

listConnection.begin();
protectionStore.begin();
