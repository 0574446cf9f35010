import { type XmlElement, xmlTree } from './xml-tree.fixture.ts';

const TEXT = { type: 'string', minLength: 1 };
/** What each payload and the profile around them must have. */
const REQUIRED = ['PayloadIdentifier', 'PayloadUUID', 'PayloadType', 'PayloadVersion'];
const COMMON = {
  PayloadIdentifier: { type: 'string', pattern: '^[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+$' },
  PayloadUUID: { type: 'string', pattern: '^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$' },
  ...{ PayloadDescription: TEXT, PayloadDisplayName: TEXT },
  ...{ PayloadOrganization: TEXT, PayloadVersion: { const: 1 } },
};

/**
 * What Apple publishes of a configuration profile and of what all payloads share, as of November 2026. What a payload of another
 * vendor's domain holds beside that is the vendor's.
 * @see https://github.com/apple/device-management/blob/0340fd30e0bf820ded4797aa658a3ba8b6ab6c6e/mdm/profiles/TopLevel.yaml
 * @see https://github.com/apple/device-management/blob/0a4527c5ea21825fd23e08273ccdb9e2302458ce/mdm/profiles/CommonPayloadKeys.yaml
 */
export const APPLE_PROFILE = {
  type: 'object',
  properties: {
    ...COMMON,
    PayloadType: { const: 'Configuration' },
    PayloadScope: { enum: ['System', 'User'] },
    PayloadContent: {
      type: 'array',
      minItems: 1,
      items: { type: 'object', properties: { ...COMMON, PayloadType: TEXT }, required: REQUIRED },
    },
  },
  required: [...REQUIRED, 'PayloadContent'],
  additionalProperties: false,
};

/**
 * The value of a property list as XML.
 * @throws Error where it is none
 */
export function plistValue(document: string): unknown {
  const { name, attributes, children } = xmlTree(document);
  const [root, ...others] = children;
  if (name !== 'plist' || attributes.version !== '1.0' || !root || others.length > 0)
    throw new Error('no property list');
  return plainValue(root);
}

function plainValue({ name, text, children }: XmlElement): unknown {
  if (name === 'string') return text;
  if (name === 'integer') return Number(text);
  if (name === 'true' || name === 'false') return name === 'true';
  if (name === 'array') return children.map(plainValue);
  if (name !== 'dict' || children.length % 2 !== 0) throw new Error(`<${name}> is no value`);
  const keys = children.filter((_, index) => index % 2 === 0);
  if (keys.some((key) => key.name !== 'key')) throw new Error('a value without a key');
  return Object.fromEntries(keys.map((key, index) => [key.text, plainValue(children[index * 2 + 1]!)]));
}
