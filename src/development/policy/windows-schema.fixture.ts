import { type XmlElement, xmlTree } from './xml-tree.fixture.ts';

const NAME = /^[\p{L}\p{N}_]+$/u;
const REFERENCE = /^([\p{L}\p{N}_]+:)?[\p{L}\p{N}_]+$/u;
const STRING = /^\$\(string\.[\p{L}\p{N}_]+\)$/u;
const PRESENTATION = /^\$\(presentation\.[\p{L}\p{N}_]+\)$/u;
const VERSION = /^\d{1,4}\.\d{1,5}$/;
const TRUTH = /^(true|false|0|1)$/;
const NUMBER = /^\d{1,10}$/;
const ANY = /^/;
const NAMESPACE = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions';

type Rule = {
  readonly attributes?: Readonly<Record<string, RegExp>>;
  /** Attributes that may be left out; all others must be there. */
  readonly optional?: readonly string[];
  /** The names of its children in their order, each with a blank behind it. Default: none. */
  readonly content?: RegExp;
  /** What its text may be. Default: none. */
  readonly text?: RegExp;
};
const VERSIONS = { attributes: { revision: VERSION, schemaVersion: VERSION, xmlns: new RegExp(`^${NAMESPACE}$`) } };
const ASSOCIATION = { attributes: { prefix: NAME, namespace: /^\S+$/ } };
const ELEMENT = { id: ANY, key: ANY, valueName: ANY, required: TRUTH };
const VALUE = { content: /^(delete |decimal |string )$/ };
const LABEL = { text: ANY };

/**
 * What Microsoft's schema of templates (BaseTypes.xsd, PolicyDefinitions.xsd, PolicyDefinitionFiles.xsd) demands of the elements that we
 * write, by the end of their path. An element that is not here is one that we do not write.
 * @see https://learn.microsoft.com/openspecs/windows_protocols/ms-gpreg/ddeb37b6-22ab-4936-adc4-b9d7fe1de6e6
 */
const RULES: Readonly<Record<string, Rule>> = {
  policyDefinitions: {
    ...VERSIONS,
    content: /^policyNamespaces (supersededAdm )*(annotation )*resources (supportedOn )?(categories )?(policies )?$/,
  },
  policyNamespaces: { content: /^target (using )*$/ },
  target: ASSOCIATION,
  using: ASSOCIATION,
  'policyDefinitions/resources': {
    attributes: { minRequiredRevision: VERSION, fallbackCulture: ANY },
    optional: ['fallbackCulture'],
  },
  'policyDefinitions/supportedOn': { content: /^(products )?(definitions )?$/ },
  definitions: { content: /^(definition )+$/ },
  definition: { attributes: { name: NAME, displayName: STRING }, content: /^(or |and )?$/ },
  categories: { content: /^(category )+$/ },
  category: {
    attributes: { name: NAME, displayName: STRING, explainText: STRING },
    optional: ['explainText'],
    content: /^(annotation )*(parentCategory )?(seeAlso )*(keywords )?$/,
  },
  parentCategory: { attributes: { ref: REFERENCE } },
  policies: { content: /^(policy )+$/ },
  policy: {
    attributes: {
      ...{ name: NAME, class: /^(User|Machine|Both)$/, displayName: STRING, explainText: STRING },
      ...{ presentation: PRESENTATION, key: /^(?!HKEY|\\)[^\\]+(\\[^\\]+)+$/, valueName: ANY },
    },
    optional: ['explainText', 'presentation', 'valueName'],
    content:
      /^(annotation )*(parentCategory )?(seeAlso )*(keywords )?supportedOn (enabledValue )?(disabledValue )?(enabledList )?(disabledList )?(elements )?$/,
  },
  'policy/supportedOn': { attributes: { ref: REFERENCE } },
  enabledValue: VALUE,
  disabledValue: VALUE,
  value: VALUE,
  delete: {},
  decimal: { attributes: { value: NUMBER } },
  'value/string': { text: /^.{0,255}$/s },
  elements: { content: /^(boolean |decimal |text |enum |list |multiText )+$/ },
  text: {
    attributes: { ...ELEMENT, maxLength: NUMBER, expandable: TRUTH, soft: TRUTH },
    optional: ['key', 'valueName', 'required', 'maxLength', 'expandable', 'soft'],
  },
  enum: { attributes: ELEMENT, optional: ['key', 'valueName', 'required'], content: /^(item )*$/ },
  item: { attributes: { displayName: STRING }, content: /^value (valueList )?$/ },
  policyDefinitionResources: { ...VERSIONS, content: /^displayName description (annotation )*resources $/ },
  displayName: LABEL,
  description: LABEL,
  'policyDefinitionResources/resources': { content: /^(stringTable )?(presentationTable )?$/ },
  stringTable: { content: /^(string )+$/ },
  'stringTable/string': { attributes: { id: NAME }, text: ANY },
  presentationTable: { content: /^(presentation )+$/ },
  presentation: {
    attributes: { id: NAME },
    content: /^(text |decimalTextBox |textBox |checkBox |comboBox |dropdownList |listBox |multiTextBox )*$/,
  },
  textBox: { attributes: { refId: ANY }, content: /^label (defaultValue )?$/ },
  label: LABEL,
  dropdownList: {
    attributes: { refId: ANY, noSort: TRUTH, defaultItem: NUMBER },
    optional: ['noSort', 'defaultItem'],
    text: ANY,
  },
};

/** The control that edits each element of a policy. */
const CONTROLS: Readonly<Record<string, readonly string[]>> = {
  text: ['textBox', 'comboBox', 'decimalTextBox'],
  enum: ['dropdownList'],
};

/** What is wrong with a template and its words, by Microsoft's schema and by what refers to what; empty where nothing is. */
export function templateFaults(template: string, words: string): string[] {
  const [definitions, resources] = [xmlTree(template), xmlTree(words)];
  return [
    ...shapeFaults(definitions, ''),
    ...shapeFaults(resources, ''),
    ...referenceFaults(descendants(definitions), descendants(resources)),
  ];
}

function shapeFaults(element: XmlElement, parent: string): string[] {
  const { name, attributes, children, text } = element;
  const where = parent ? `${parent}/${name}` : name;
  const end = /value$/i.test(parent) && name === 'string' ? 'value/string' : where;
  const rule = RULES[end] ?? RULES[name];
  if (!rule) return [`${where}: is no element of a template`];
  const allowed = rule.attributes ?? {};
  const order = children.map((child) => `${child.name} `).join('');
  return [
    ...Object.keys(allowed)
      .filter((key) => attributes[key] === undefined && !rule.optional?.includes(key))
      .map((key) => `${where}: lacks ${key}`),
    ...Object.entries(attributes)
      .filter(([key, value]) => !allowed[key]?.test(value))
      .map(([key, value]) => `${where}: ${key} cannot be "${value}"`),
    ...((rule.content ?? /^$/).test(order) ? [] : [`${where}: cannot hold ${order || 'nothing'}`]),
    ...((rule.text ?? /^\s*$/).test(text) ? [] : [`${where}: cannot hold the text ${text}`]),
    ...children.flatMap((child) => shapeFaults(child, name)),
  ];
}

const descendants = (element: XmlElement): XmlElement[] => [element, ...element.children.flatMap(descendants)];

function referenceFaults(definitions: readonly XmlElement[], resources: readonly XmlElement[]): string[] {
  const named = (all: readonly XmlElement[], name: string) => all.filter((element) => element.name === name);
  const ids = (all: readonly XmlElement[], name: string, attribute: string) =>
    named(all, name).flatMap(({ attributes }) => attributes[attribute] ?? []);
  const tables = {
    string: ids(resources, 'string', 'id'),
    presentation: ids(resources, 'presentation', 'id'),
    parentCategory: ids(definitions, 'category', 'name'),
    supportedOn: ids(definitions, 'definition', 'name'),
  };
  const faults = Object.entries({ ...tables, policy: ids(definitions, 'policy', 'name') })
    .filter(([, all]) => new Set(all).size < all.length)
    .map(([table]) => `${table}: has a name twice`);
  const used = definitions.flatMap(({ name, attributes }): [keyof typeof tables, string][] => [
    ...Object.values(attributes).flatMap((value): [keyof typeof tables, string][] => {
      const [, table, id] = /^\$\((string|presentation)\.(\w+)\)$/.exec(value) ?? [];
      return table && id ? [[table as 'string' | 'presentation', id]] : [];
    }),
    ...((name === 'parentCategory' || name === 'supportedOn') && attributes.ref
      ? [[name, attributes.ref] as ['parentCategory' | 'supportedOn', string]]
      : []),
  ]);
  for (const [table, id] of used) if (!tables[table].includes(id)) faults.push(`${table}: there is no ${id}`);
  for (const table of ['string', 'presentation'] as const)
    for (const id of tables[table])
      if (!used.some(([other, said]) => other === table && said === id)) faults.push(`${table}: nothing shows ${id}`);
  const [written] = resources.filter(({ name }) => name === 'policyDefinitionResources');
  const [least] = ids(definitions, 'resources', 'minRequiredRevision');
  if (Number(written?.attributes.revision) < Number(least)) faults.push(`revision: the template asks for ${least}`);
  for (const policy of named(definitions, 'policy')) faults.push(...controlFaults(policy, resources));
  return faults;
}

/** Each element of a policy has one control of its kind, and each control an element. */
function controlFaults({ attributes, children }: XmlElement, resources: readonly XmlElement[]): string[] {
  const parts = children.find(({ name }) => name === 'elements')?.children ?? [];
  const shown = resources.find(
    ({ name, attributes: { id } }) => name === 'presentation' && attributes.presentation === `$(presentation.${id})`,
  );
  const controls = (shown?.children ?? []).filter(({ name }) => name !== 'text');
  const faults = parts.flatMap(({ name, attributes: { id }, children: items }) => {
    const [control, ...others] = controls.filter((each) => each.attributes.refId === id);
    if (!control || others.length > 0 || !CONTROLS[name]?.includes(control.name))
      return [`${attributes.name}: ${id} has no control that fits`];
    return Number(control.attributes.defaultItem ?? 0) < Math.max(items.length, 1)
      ? []
      : [`${attributes.name}: its default is no item`];
  });
  if (controls.length !== parts.length) faults.push(`${attributes.name}: has a control for nothing`);
  if (parts.length === 0 && !attributes.valueName) faults.push(`${attributes.name}: sets no value`);
  return faults;
}

const TEXT = { type: 'string', minLength: 1 };
/** A custom profile as Microsoft Graph takes it, with the settings that we write. @see https://learn.microsoft.com/graph/api/resources/intune-deviceconfig-windows10customconfiguration */
export const INTUNE_PROFILE = {
  type: 'object',
  properties: {
    '@odata.type': { const: '#microsoft.graph.windows10CustomConfiguration' },
    displayName: TEXT,
    description: { type: 'string' },
    version: { type: 'integer' },
    omaSettings: {
      type: 'array',
      minItems: 1,
      maxItems: 1_000,
      items: {
        type: 'object',
        properties: {
          '@odata.type': { const: '#microsoft.graph.omaSettingString' },
          displayName: TEXT,
          description: { type: 'string' },
          omaUri: {
            type: 'string',
            pattern: '^[.]/Device/Vendor/MSFT/Policy/Config(Operations/ADMXInstall)?/[^/]+/[^ ]+$',
          },
          value: TEXT,
        },
        required: ['@odata.type', 'displayName', 'omaUri', 'value'],
        additionalProperties: false,
      },
    },
  },
  required: ['@odata.type', 'displayName', 'omaSettings'],
  additionalProperties: false,
};

/**
 * What is wrong with the settings of a profile, checked against the template that it brings along; empty where nothing is.
 * @see https://learn.microsoft.com/windows/client-management/win32-and-centennial-app-policy-configuration
 */
export function ingestFaults(settings: readonly { readonly omaUri: string; readonly value: string }[]): string[] {
  const [install, ...values] = settings;
  const [, app, type] = /ADMXInstall\/([^/]+)\/([^/]+)\/[^/]+$/.exec(install?.omaUri ?? '') ?? [];
  if (!install || !app) return ['the template is not the first setting'];
  const template = descendants(xmlTree(install.value));
  const parents = new Map(
    template
      .filter(({ name }) => name === 'category' || name === 'policy')
      .map(({ attributes, children }) => [
        attributes.name,
        children.find(({ name }) => name === 'parentCategory')?.attributes.ref,
      ]),
  );
  const pathOf = (name: string | undefined): string => (name ? `${pathOf(parents.get(name))}~${name}` : '');
  return values.flatMap(({ omaUri, value }) => {
    const name = omaUri.slice(omaUri.lastIndexOf('/') + 1);
    const policy = template.find((element) => element.name === 'policy' && element.attributes.name === name);
    if (!policy) return [`${omaUri}: the template has no such policy`];
    const area = omaUri.slice(0, omaUri.lastIndexOf('/')).split('/Config/')[1];
    const ids = policy.children
      .find((child) => child.name === 'elements')
      ?.children.map(({ attributes }) => attributes.id);
    const said = xmlTree(`<said>${value}</said>`).children;
    const [state, ...data] = said.map((element) => element.name);
    const isWhole =
      state === 'disabled'
        ? data.length === 0
        : JSON.stringify(said.slice(1).map(({ attributes }) => attributes.id)) === JSON.stringify(ids ?? []);
    return [
      ...(area === `${app}~${type}${pathOf(parents.get(name))}` ? [] : [`${omaUri}: is not where the policy lies`]),
      ...(/^(en|dis)abled$/.test(state ?? '') && data.every((each) => each === 'data') && isWhole
        ? []
        : [`${omaUri}: cannot be ${value}`]),
    ];
  });
}
