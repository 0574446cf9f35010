import { REQUESTS } from '../../api/requests.ts';
import { updateUrlOf } from '../../organization/identity.ts';
import {
  type AllowedEntry,
  type OpenListed,
  type ReportContact,
  SETTING_NAMES,
  SETTINGS,
} from '../../settings/catalogue.ts';
import { effectiveSettings } from '../../settings/layer.ts';
import { type PolicyEntry, policyEntries } from '../../settings/policy/policy-schema.ts';
import { table } from '../words.ts';
import { BROWSER_NAMES, type PolicySubject } from './subject.ts';

const CODE = (text: string) => `\`${text.replaceAll('`', '')}\``;

/** How a list is written, as JSON. */
export function listInWords(fields: NonNullable<PolicyEntry['fields']>): string {
  const members = Object.entries(fields).map(
    ([field, { isRequired }]) => `"${field}": "…"${isRequired ? '' : ' (may be left out)'}`,
  );
  return `[{ ${members.join(', ')} }, …]`;
}

function valuesInWords({ type, values, fields }: PolicyEntry): string {
  if (fields) return CODE(listInWords(fields));
  if (values) return values.map(CODE).join(', ');
  return type === 'boolean' ? '`true`, `false`' : 'text';
}
const SECRETS: readonly string[] = ['apiKey'];

/** Every setting that a policy can set, as a page for an administrator, in Markdown. */
export function referencePage({ brand, identity }: PolicySubject): string {
  return `# What a policy can set in ${brand.name}

${table(
  ['Name', 'What it is', 'Values', 'Default'],
  policyEntries().map((entry) => [
    CODE(entry.name),
    entry.title,
    valuesInWords(entry),
    entry.initial === null ? 'nothing' : CODE(String(entry.initial)),
  ]),
)}

${ALLOWING}

\`language\` is that of everything that the extension shows; \`browser\` is that of the browser. Its name, its description and its keyboard shortcut are shown by the browser, in the browser's own language.

What a policy sets is locked: nothing that a person, a page or a message does changes it, and the settings say who manages it. What it does not
set stays with the person.

| Where | File |
| --- | --- |
| Linux | \`chromium/policy.json\` into \`/etc/opt/chrome/policies/managed/\` or \`/etc/chromium/policies/managed/\`; \`edge/policy.json\` into \`/etc/opt/edge/policies/managed/\` |
| ChromeOS, Chrome Enterprise | \`chromium/admin-console.json\` into "Policy for extensions" of the app ${CODE(identity.chromeId)} |
| Windows, Group Policy | \`windows/${brand.slug}.admx\` and \`windows/en-US/${brand.slug}.adml\` into the central store |
| Windows, Intune | \`windows/intune.json\`, a custom profile that brings the same template along |
| macOS | \`macos/${brand.slug}.mobileconfig\`, for Jamf or by hand |
| Firefox | \`firefox/policies.json\` into \`/etc/firefox/policies/\`, or \`distribution/\` beside the program |

Chrome and Edge on Windows and macOS install a package from an address of your own only on a machine that is managed (a domain, Entra ID, or a
management server). A browser may take minutes to hand a changed policy over; until then the last one holds.
`;
}

const ALLOWING = `An entry of \`allowList\` is a site (\`example.com\`, with all below it), a page (\`example.com/page\`) or a wallet address, with the reason that people
read and, if it ends, the last day on which it counts, in UTC. It opens what everybody's list blocks, and marks no such address. It does not reach to what is listed below it by an
entry of its own, nor to what the organization's own list blocks: that goes before it.`;

/** What a brand and a policy enforce, what people may change, and every request that can leave, for an auditor, in Markdown. */
export function auditPage({ brand, identity, values }: PolicySubject): string {
  const { managedBy, ...settings } = values;
  const brandValues = {
    ...brand.settings,
    serviceUrl: brand.serviceUrl,
    ...(brand.publishableKey ? { apiKey: brand.publishableKey } : {}),
  };
  const governed = settings.apiKey && !settings.serviceUrl ? { ...settings, serviceUrl: brand.serviceUrl } : settings;
  const inForce = effectiveSettings([
    { origin: 'brand', values: brandValues },
    { origin: 'policy', values: governed },
  ]);
  const shown = (name: keyof typeof inForce) => {
    const { value } = inForce[name];
    if (value === null || (Array.isArray(value) && value.length === 0)) return 'nothing';
    if (Array.isArray(value)) return value.map(allowedInWords).join('; ');
    return SECRETS.includes(name) ? 'set, not shown here' : CODE(String(value));
  };
  const enforced = SETTING_NAMES.filter((name) => inForce[name].origin === 'policy');
  const free = SETTING_NAMES.filter(
    (name) => inForce[name].origin !== 'policy' && SETTINGS[name].changedBy !== 'policy',
  );
  const rows = (names: typeof SETTING_NAMES) => names.map((name) => [SETTINGS[name].title, shown(name), CODE(name)]);
  return `# What ${brand.name} enforces, and what can leave the browser

## The package

${table(
  ['', ''],
  [
    ['Name', brand.name],
    ['Id in Chrome and Edge', CODE(identity.chromeId)],
    ['Id in Firefox', CODE(identity.firefoxId)],
    ['Service', CODE(brand.serviceUrl)],
    ['Files of the list', CODE(brand.listUrl ?? brand.serviceUrl)],
    [
      'List',
      brand.listPublicKeys.length > 0
        ? `must be signed by one of ${brand.listPublicKeys.map(CODE).join(', ')}; any other is refused`
        : 'no signature is required',
    ],
    ...(['chrome', 'edge', 'firefox'] as const).map((browser): [string, string] => {
      const url = updateUrlOf(brand, browser);
      return [`Updates, ${BROWSER_NAMES[browser]}`, url ? CODE(url) : 'from a store, or by hand'];
    }),
  ],
)}

## Enforced${managedBy ? ` by ${managedBy}` : ''}

${enforced.length > 0 ? `${table(['Setting', 'Value', 'Name'], rows(enforced))}\n\nNobody can change these in the browser: not in the settings, not by a message of a page, not by what is stored.` : 'Nothing: this policy sets no setting.'}

## What a person may change

${free.length > 0 ? table(['Setting', 'Begins as', 'Name'], rows(free)) : 'Nothing: this policy sets every setting.'}

${inForce.serviceUrl.origin === 'policy' ? 'All of the requests below go to the service that the policy names.' : 'A person may enter another service and a key of it: the requests below then go there.'} ${OPENING[inForce.openListed.value]}
${REPORTING(inForce.reports.value, inForce.reportContact.value)}
Whatever the policy says, a person may hide a mark on a page, and allow or refuse the extension in private windows where the browser lets them.

## Every request that can leave

No other request leaves. None carries the address of a page, a cookie or a referrer, and there are no analytics; no policy can switch any on. A test captures the
traffic of a browser and holds it against this list.

${table(
  ['Request', 'When', 'Where to', 'Why', 'What it says'],
  REQUESTS.map(({ name, occasion, target, why, fields, headers }) => [
    name,
    WHEN[occasion],
    placeOf(target, occasion),
    why,
    [...Object.entries(fields), ...Object.entries(headers)]
      .map(([field, reason]) => `${CODE(field)}: ${reason}`)
      .join(' ') || 'Nothing.',
  ]),
)}
`;
}

const OPENING: Readonly<Record<OpenListed, string>> = {
  freely: 'A person may open a listed site after its warning.',
  withReason: 'A person who writes down why may open a listed site after its warning; the reason stays on the device.',
  nobody: 'Nobody opens a listed site.',
};

const REPORTING = (reports: boolean, contact: ReportContact): string =>
  reports
    ? `A person may send reports and disputes; contact details in them are ${contact}.`
    : 'Nobody sends reports or disputes.';

const allowedInWords = ({ content, reason, until }: AllowedEntry): string =>
  `${CODE(content)}: ${reason}${until === undefined ? '' : `, until ${until}`}`;

const WHEN: Readonly<Record<(typeof REQUESTS)[number]['occasion'], string>> = {
  poll: 'about once a minute',
  'local hit': 'when something is on the list that the browser holds',
  person: 'when the person opens or does something in the extension',
  outbox: 'after the person sent a report or dispute, until it has arrived',
};

function placeOf(target: (typeof REQUESTS)[number]['target'], occasion: (typeof REQUESTS)[number]['occasion']): string {
  if (target === 'update') return 'the service, updates of the list';
  if (target === 'file')
    return occasion === 'person'
      ? 'the address that the organization names'
      : 'the service or the address of its files';
  return CODE(`${target.method} /api/v2${target.path}`);
}
