import { TextFileError, type TextInput } from '../../../../command-line/text-file.ts';
import { Thread } from '../../../../thread/thread.ts';
import type { Meaning, RawEntry } from '../entry.ts';
import { type DocumentKind, documentEntries } from './document.ts';
import type { DocumentMethods } from './document-worker.ts';

/** A document is in memory whole, so it is shorter than a list of lines may be. Characters. */
const MAX_LENGTH: Readonly<Record<DocumentKind, number>> = { JSON: 64 * 1024 * 1024, YAML: 8 * 1024 * 1024 };
/** A longer document is parsed in a thread of its own: the longest take seconds. A thread takes longer to start than this to parse. Characters. */
const MAX_PARSED_HERE = 32 * 1024;

/** Reads a list in JSON. @throws TextFileError on JSON that is cut, of another shape, or longer than 64 Mi characters */
export const readJson = (input: TextInput, meaning: Meaning) => readDocument(input, 'JSON', meaning);

/** Reads a list in YAML. @throws TextFileError on YAML that is damaged, of another shape, or longer than 8 Mi characters */
export const readYaml = (input: TextInput, meaning: Meaning) => readDocument(input, 'YAML', meaning);

async function* readDocument(input: TextInput, kind: DocumentKind, meaning: Meaning): AsyncIterable<RawEntry> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of input.chunks()) {
    length += part.length;
    if (length > MAX_LENGTH[kind])
      throw new TextFileError(`${input.name} holds more than ${MAX_LENGTH[kind]} characters.`);
    parts.push(part);
  }
  if (length > MAX_PARSED_HERE) return yield* entriesFromThread(input, parts, kind, meaning);
  const entries = documentEntries(kind, parts.join(''), meaning);
  if (typeof entries === 'string') throw new TextFileError(`${input.name}: ${entries}`);
  yield* entries;
}

async function* entriesFromThread(
  { name }: TextInput,
  parts: readonly string[],
  kind: DocumentKind,
  meaning: Meaning,
): AsyncIterable<RawEntry> {
  const thread = new Thread<DocumentMethods>(new URL('./document-worker.ts', import.meta.url));
  try {
    for (const part of parts) await thread.call('add', part);
    const problem = await thread.call('parse', kind, meaning);
    if (problem !== null) throw new TextFileError(`${name}: ${problem}`);
    for (;;) {
      const entries = await thread.call('next');
      if (entries.length === 0) return;
      yield* entries;
    }
  } finally {
    await thread.end();
  }
}
