/** An element of an XML document. */

export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text directly in it. */
  readonly text: string;
};

const TOKEN = /<\?[^<>]*\?>|<!DOCTYPE [^<>]*>|<(\/?)([A-Za-z]\w*)((?:\s+[\w:]+="[^"<>]*")*)\s*(\/?)>|([^<>]+)/gy;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/**
 * Reads the XML that the files of a policy are written in: elements, attributes in double quotes, text and the four entities.
 * @throws Error where the document is not well-formed
 */
export function xmlTree(document: string): XmlElement {
  const root = { name: '', attributes: {}, children: [] as XmlElement[], text: '' };
  const open = [root];
  let end = 0;
  for (const token of document.matchAll(TOKEN)) {
    end = token.index + token[0].length;
    const [, closing, name, attributes = '', empty, text] = token;
    const parent = open.at(-1)!;
    if (text !== undefined) parent.text += plain(text);
    else if (closing && open.pop()?.name !== name) throw new Error(`</${name}> does not close what was opened`);
    if (name === undefined || closing) continue;
    const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key!, plain(value!)]);
    const element = { name, attributes: Object.fromEntries(pairs), children: [] as XmlElement[], text: '' };
    if (Object.keys(element.attributes).length < pairs.length) throw new Error(`<${name}> has an attribute twice`);
    parent.children.push(element);
    if (!empty) open.push(element);
  }
  const [first, ...others] = root.children;
  if (end < document.length) throw new Error(`not well-formed at ${document.slice(end, end + 40)}`);
  if (!first || others.length > 0 || open.length > 1 || root.text.trim() !== '')
    throw new Error('not one whole element');
  return first;
}

function plain(text: string): string {
  return text.replace(/&(\w*);?/g, (entity, name: string) => {
    if (!entity.endsWith(';') || ENTITIES[name] === undefined) throw new Error(`${entity} is no entity of XML`);
    return ENTITIES[name];
  });
}
