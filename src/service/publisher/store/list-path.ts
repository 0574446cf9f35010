import type { PublishedList } from '../list-file.ts';

/** What the router takes for a token: nothing that a database could not hold, such as a NUL. */
export const TOKEN_PATTERN = '[\\w.-]{1,128}';

/** Where the list files are, on the service and in a store that stands in for it. */
export const LIST_PATH = '/lists';

/** Path of a snapshot, recent or hot file, and of the changes that lead to it. */
export const listFilePath = (token: string): string => `${LIST_PATH}/${token}.bin`;
export const changesPath = (from: string, to: string): string => `${LIST_PATH}/${to}/from/${from}.bin`;

/** Snapshots of less than half or more than twice the size: changes from them would be no smaller than the whole. */
export const offersChanges = (from: PublishedList['snapshot'], to: PublishedList['snapshot']): boolean =>
  from.count >= to.count / 2 && from.count <= to.count * 2;
