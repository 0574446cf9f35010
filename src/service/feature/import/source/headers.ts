import * as z from 'zod/mini';
import { type Database, sharedSecret } from '../../../database/database.ts';
import { decrypt, encrypt } from '../../../http/request/cipher.ts';
import { ImportRefused } from '../format/entry.ts';
import type { Headers } from './origin.ts';
import type { Source } from './store.ts';

/** A field of a header (RFC 9110 sections 5.1 and 5.5): a token, a colon, and a value of visible ASCII characters. */
const FIELD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}):[ \t]*([\x21-\x7e](?:[\t\x20-\x7e]{0,4000}[\x21-\x7e])?)[ \t]*$/;
/** Fields that a request has of its own. */
const RESERVED = ['host', 'content-length', 'transfer-encoding', 'connection', 'if-none-match', 'if-modified-since'];

/** Header fields, one a line as `Name: value`, by lower-case name. @throws ImportRefused, which repeats no secret */
export function readHeaders(text: string): Headers {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line, index) => {
      const [, name = '', value = ''] = FIELD.exec(line) ?? [];
      if (name === '') throw new ImportRefused(`Line ${index + 1} of the headers is not of the form "Name: value"`);
      if (RESERVED.includes(name.toLowerCase())) throw new ImportRefused(`The header ${name} cannot be set`);
      return [name.toLowerCase(), value];
    }),
  );
}

const secretOf = (database: Database) => sharedSecret(database, 'source-headers');
const boundTo = (origin: string) => Buffer.from(origin, 'utf8');

/** Encrypts header fields for one origin; null for none. */
export async function sealHeaders(database: Database, origin: string, headers: Headers): Promise<Uint8Array | null> {
  if (Object.keys(headers).length === 0) return null;
  return encrypt(await secretOf(database), JSON.stringify(headers), boundTo(origin));
}

/** The header fields of a source. @throws ImportRefused where they cannot be decrypted, as with the data of another service */
export async function openHeaders(database: Database, { name, origin, headers }: Source): Promise<Headers> {
  if (headers === null || origin === null) return {};
  const text = decrypt(await secretOf(database), Buffer.from(headers), boundTo(origin));
  if (text === null) throw new ImportRefused(`The headers of ${name} cannot be decrypted: remove it, and add it again`);
  return z.record(z.string(), z.string()).parse(JSON.parse(text));
}
