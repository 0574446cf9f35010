const TEXT = { type: 'string', minLength: 1 };
/** What each payload and the profile around them must have. */
const REQUIRED = ['PayloadIdentifier', 'PayloadUUID', 'PayloadType', 'PayloadVersion'];
const COMMON = {
  ...{ PayloadIdentifier: TEXT, PayloadUUID: TEXT, PayloadDescription: TEXT, PayloadDisplayName: TEXT },
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

/** The value of a property list as XML. */
export function plistValue(text: string): unknown {
  const tokens = [
    ...text.matchAll(/<(key|string|integer)>([^<]*)<\/\1>|<(true|false)\/>|<(dict|array)>|<\/(dict|array)>/g),
  ];
  let at = 0;
  const read = (): unknown => {
    const [, leaf, content = '', truth, open] = tokens[at++] ?? [];
    if (leaf) return leaf === 'integer' ? Number(content) : content;
    if (truth) return truth === 'true';
    const all: unknown[] = [];
    while (at < tokens.length && !tokens[at]![5]) all.push(read());
    at++;
    if (open === 'array') return all;
    return Object.fromEntries(all.flatMap((key, index) => (index % 2 === 0 ? [[key, all[index + 1]]] : [])));
  };
  return read();
}
