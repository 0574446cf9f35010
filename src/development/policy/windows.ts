import { updateUrlOf } from '../../organization/identity.ts';
import { type PolicyEntry, policyEntries } from '../../settings/policy/policy-schema.ts';
import { descriptionIn, xml } from '../words.ts';
import { listInWords } from './page.ts';
import { type EnforcedValue, enforcedValues, type PolicySubject } from './subject.ts';

/** The browsers whose policies Windows keeps under a key of the registry. */
const BROWSERS = [
  { id: 'chrome', name: 'Google Chrome', key: 'Software\\Policies\\Google\\Chrome' },
  { id: 'edge', name: 'Microsoft Edge', key: 'Software\\Policies\\Microsoft\\Edge' },
] as const;
type WindowsBrowser = (typeof BROWSERS)[number];

/** The browsers read lists from values with a number as their name; other policies begin at 1. */
const INSTALL_VALUE = '9001';
const SCHEMA = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions';

/**
 * Names of the template's policies, which Group Policy and Intune refer to.
 * @see https://learn.microsoft.com/previous-versions/windows/desktop/policy/admx-schema
 */
const nameOf = (browser: WindowsBrowser, what: string) => `${browser.id}_${what}`;

/** Letters, digits and underscores are all that names in a template are made of. */
const prefixOf = (slug: string): string => slug.replaceAll('-', '_');

const open = `revision="1.0" schemaVersion="1.0" xmlns="${SCHEMA}"`;

/** The template of Group Policy: every setting for Chrome and for Edge, and what installs the package. */
export function administrativeTemplate(subject: PolicySubject): string {
  const { brand } = subject;
  const policies = BROWSERS.flatMap((browser) => [
    ...installPolicy(subject, browser),
    ...policyEntries().map((entry) => settingPolicy(subject, browser, entry)),
  ]);
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions ${open}>
  <policyNamespaces><target prefix="${prefixOf(brand.slug)}" namespace="Extension.${brand.slug}"/></policyNamespaces>
  <resources minRequiredRevision="1.0"/>
  <supportedOn><definitions><definition name="supported" displayName="$(string.supported)"/></definitions></supportedOn>
  <categories>
    <category name="brand" displayName="$(string.brand)"/>
${BROWSERS.map(({ id }) => `    <category name="${id}" displayName="$(string.${id})"><parentCategory ref="brand"/></category>`).join('\n')}
  </categories>
  <policies>
${policies.join('\n')}
  </policies>
</policyDefinitions>
`;
}

function installPolicy({ brand, identity }: PolicySubject, browser: WindowsBrowser): string[] {
  const updateUrl = updateUrlOf(brand, browser.id);
  if (updateUrl === undefined) return [];
  const name = nameOf(browser, 'install');
  return [
    `    <policy name="${name}" class="Both" displayName="$(string.install)" explainText="$(string.install_explained)" key="${browser.key}\\ExtensionInstallForcelist" valueName="${INSTALL_VALUE}">
      <parentCategory ref="${browser.id}"/>
      <supportedOn ref="supported"/>
      <enabledValue><string>${identity.chromeId};${xml(updateUrl)}</string></enabledValue>
      <disabledValue><delete/></disabledValue>
    </policy>`,
  ];
}

function settingPolicy({ identity }: PolicySubject, browser: WindowsBrowser, entry: PolicyEntry): string {
  const name = nameOf(browser, entry.name);
  const key = `${browser.key}\\3rdparty\\extensions\\${identity.chromeId}\\policy`;
  const isSwitch = entry.type === 'boolean';
  const shown = isSwitch ? '' : ` presentation="$(presentation.${name})"`;
  const value = isSwitch ? ` valueName="${entry.name}"` : '';
  return `    <policy name="${name}" class="Both" displayName="$(string.${entry.name})" explainText="$(string.${entry.name}_explained)"${shown} key="${key}"${value}>
      <parentCategory ref="${browser.id}"/>
      <supportedOn ref="supported"/>
${isSwitch ? '      <enabledValue><decimal value="1"/></enabledValue>\n      <disabledValue><decimal value="0"/></disabledValue>' : `      <elements>${element(entry)}</elements>`}
    </policy>`;
}

function element({ name, type, values }: PolicyEntry): string {
  // Chrome and Edge read a list from text in JSON.
  if (values === null)
    return `<text id="value" valueName="${name}" required="true" maxLength="${type === 'list' ? 1_000_000 : 2_048}"/>`;
  const items = values.map(
    (value) => `<item displayName="$(string.${name}_${value})"><value><string>${xml(value)}</string></value></item>`,
  );
  return `<enum id="value" valueName="${name}" required="true">${items.join('')}</enum>`;
}

/** The English words of {@link administrativeTemplate}. */
export function templateWords({ brand }: PolicySubject): string {
  const strings: [string, string][] = [
    ['brand', brand.name],
    ['supported', 'Chrome 134 or newer, Edge 134 or newer'],
    ...BROWSERS.map(({ id, name }): [string, string] => [id, name]),
    ['install', `Install ${brand.name}`],
    ['install_explained', `The browser installs ${brand.name} by itself and keeps it. People cannot remove it.`],
    ...policyEntries().flatMap(({ name, title, values, fields }): [string, string][] => [
      [name, title],
      [
        `${name}_explained`,
        `${title}. Where this is set, nobody can change it in the browser.${fields ? ` Written as JSON: ${listInWords(fields)}` : ''}`,
      ],
      ...(values ?? []).map((value): [string, string] => [`${name}_${value}`, value]),
    ]),
  ];
  const controls = policyEntries().filter(({ type }) => type !== 'boolean');
  const presentations = BROWSERS.flatMap((browser) =>
    controls.map(({ name, title, values }) => {
      const control =
        values === null
          ? `<textBox refId="value"><label>${xml(title)}</label></textBox>`
          : `<dropdownList refId="value" noSort="true" defaultItem="0">${xml(title)}</dropdownList>`;
      return `      <presentation id="${nameOf(browser, name)}">${control}</presentation>`;
    }),
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources ${open}>
  <displayName>${xml(brand.name)}</displayName>
  <description>${xml(descriptionIn(brand, 'en'))}</description>
  <resources>
    <stringTable>
${strings.map(([id, text]) => `      <string id="${id}">${xml(text)}</string>`).join('\n')}
    </stringTable>
    <presentationTable>
${presentations.join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

/**
 * A custom profile for Intune: it brings {@link administrativeTemplate} to the machine and sets what the policy says.
 * @see https://learn.microsoft.com/graph/api/resources/intune-deviceconfig-windows10customconfiguration
 */
export function intuneProfile(subject: PolicySubject): object {
  const { brand } = subject;
  const area = `extension-${brand.slug}`;
  const setting = (displayName: string, omaUri: string, value: string) => ({
    '@odata.type': '#microsoft.graph.omaSettingString',
    displayName,
    omaUri: `./Device/Vendor/MSFT/Policy/${omaUri}`,
    value,
  });
  const config = (browser: WindowsBrowser, what: string, title: string, value: string) =>
    setting(`${browser.name}: ${title}`, `Config/${area}~Policy~brand~${browser.id}/${nameOf(browser, what)}`, value);
  return {
    '@odata.type': '#microsoft.graph.windows10CustomConfiguration',
    displayName: brand.name,
    description: descriptionIn(brand, 'en'),
    omaSettings: [
      setting('Template', `ConfigOperations/ADMXInstall/${area}/Policy/template`, administrativeTemplate(subject)),
      ...BROWSERS.flatMap((browser) => [
        ...(updateUrlOf(brand, browser.id) ? [config(browser, 'install', `Install ${brand.name}`, '<enabled/>')] : []),
        ...enforcedValues(subject).map(({ entry, value }) => config(browser, entry.name, entry.title, omaValue(value))),
      ]),
    ],
  };
}

function omaValue(value: EnforcedValue['value']): string {
  if (typeof value === 'boolean') return value ? '<enabled/>' : '<disabled/>';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `<enabled/><data id="value" value="${xml(text)}"/>`;
}
