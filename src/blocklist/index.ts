export { applyChanges, encodeChanges } from './changes.ts';
export { digestOf } from './digest.ts';
export { LIST_FAULTS, ListError, type ListFault } from './list-error.ts';
export { PrefixTable, type TableParts } from './prefix-table.ts';
export { decodePrefixes, encodePrefixes } from './prefixes.ts';
