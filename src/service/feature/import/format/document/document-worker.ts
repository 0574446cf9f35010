import { answerCalls } from '../../../../thread/answer-calls.ts';
import type { Meaning, RawEntry } from '../entry.ts';
import { type DocumentKind, documentEntries } from './document.ts';

const BATCH = 500;
/** Characters of an entry that are passed on: longer ones name nothing. */
const MAX_PASSED = 5_000;

const parts: string[] = [];
let entries: Iterator<RawEntry> = [].values();

/** Reads one document, of which the parts are added before it is parsed, and the entries taken after it. */
const methods = {
  add: (part: string) => {
    parts.push(part);
  },

  /** @returns why it is no list; null where it is one */
  parse: (kind: DocumentKind, meaning: Meaning): string | null => {
    const read = documentEntries(kind, parts.splice(0).join(''), meaning);
    if (typeof read === 'string') return read;
    entries = read;
    return null;
  },

  /** The next entries; none at the end. */
  next: (): RawEntry[] => {
    const batch: RawEntry[] = [];
    while (batch.length < BATCH) {
      const { done, value } = entries.next();
      if (done) break;
      batch.push({ ...value, content: value.content.slice(0, MAX_PASSED) });
    }
    return batch;
  },
};

export type DocumentMethods = typeof methods;

answerCalls(methods);
