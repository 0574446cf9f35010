import { Parser } from 'htmlparser2';
import { TextFileError, type TextInput } from '../../../command-line/text-file.ts';
import { entryOf, type Meaning, type RawEntry } from './entry.ts';
import { sampleOf } from './sample.ts';
import { rowsOf } from './table.ts';

/** The remark and the type under which OFAC publishes a wallet address (Specially Designated Nationals list, data formats). */
const REMARK = /Digital Currency Address - [A-Z\d]+ ([^\s;]+?)\.?(?=[\s;]|$)/g;
const TYPE = /^Digital Currency Address\b/;
/** The elements of an address in the three kinds of XML. */
const VALUES: ReadonlySet<string> = new Set(['VersionDetail', 'idNumber', 'value']);
/** Longer texts are no addresses. */
const MAX_TEXT = 256;
/** Elements within each other. The parser looks through all that are open; OFAC's have ten at most. */
const MAX_DEPTH = 50;

/** Reads the wallet addresses of OFAC's list: `sdn.csv`, `sdn.xml`, `sdn_advanced.xml` or `sdn_enhanced.xml`. @throws TextFileError on XML that is cut */
export async function* readOfac(input: TextInput, meaning: Meaning): AsyncIterable<RawEntry> {
  if (/^\s*</.test((await sampleOf(input)).text)) {
    yield* readXml(input, meaning);
    return;
  }
  for await (const row of rowsOf(input, ','))
    for (const [, address = ''] of row.join('; ').matchAll(REMARK)) yield entryOf(address, meaning, 'BLOCKED');
}

/** Only the types and the text of one element are kept, so a file of any size needs little memory. */
async function* readXml(input: TextInput, meaning: Meaning): AsyncIterable<RawEntry> {
  const found: RawEntry[] = [];
  const types = new Set<string>();
  let depth = 0;
  let text = '';
  let type = '';
  let isAddress = false;
  const parser = new Parser(
    {
      onopentag: (written, attributes) => {
        const name = localName(written);
        depth += 1;
        if (depth > MAX_DEPTH) throw new TextFileError(`${input.name}: the XML is no list of OFAC.`);
        text = '';
        if (name === 'FeatureType') type = attributes.ID ?? '';
        if (name === 'Feature') isAddress = types.has(attributes.FeatureTypeID ?? '');
        if (name === 'id' || name === 'feature') isAddress = false;
      },
      ontext: (part) => {
        if (text.length < MAX_TEXT) text += part;
      },
      onclosetag: (written) => {
        const name = localName(written);
        depth -= 1;
        const value = text.trim();
        text = '';
        if (name === 'FeatureType' && TYPE.test(value)) types.add(type);
        if (name === 'idType' || name === 'type') isAddress = TYPE.test(value);
        if (isAddress && VALUES.has(name) && value !== '') found.push(entryOf(value, meaning, 'BLOCKED'));
      },
    },
    { xmlMode: true },
  );
  for await (const chunk of input.chunks()) {
    parser.write(chunk);
    yield* found.splice(0);
  }
  const isCut = depth > 0;
  parser.end();
  if (isCut) throw new TextFileError(`${input.name}: the XML is cut. Fetch the file again.`);
}

/** A name without the prefix of its namespace (Namespaces in XML, section 4). */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
