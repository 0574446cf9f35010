import { createHash } from 'node:crypto';
import { descriptionIn, xml } from '../words.ts';
import { type ChromiumBrowser, firefoxPolicy, forcedInstall } from './browser.ts';
import { enforcedObject, type PolicySubject } from './subject.ts';

type Plist = string | boolean | number | readonly Plist[] | { readonly [key: string]: Plist };

/**
 * A configuration profile for macOS, as Jamf and other managers take it: what Chrome, Edge and Firefox are to install, and the
 * extension's settings in each.
 * @see https://developer.apple.com/documentation/devicemanagement/toplevel
 */
export function macProfile(subject: PolicySubject): string {
  const { brand, identity } = subject;
  const chromium = (domain: string, browser: ChromiumBrowser): Record<string, Plist>[] => {
    const installs = forcedInstall(subject, browser);
    return [
      ...(installs ? [payload(subject, domain, { ExtensionSettings: installs as Plist })] : []),
      payload(subject, `${domain}.extensions.${identity.chromeId}`, enforcedObject(subject) as Plist),
    ];
  };
  const profile: Plist = {
    PayloadContent: [
      ...chromium('com.google.Chrome', 'chrome'),
      ...chromium('com.microsoft.Edge', 'edge'),
      payload(subject, 'org.mozilla.firefox', {
        EnterprisePoliciesEnabled: true,
        ...(firefoxPolicy(subject) as Record<string, Plist>),
      }),
    ],
    PayloadDescription: descriptionIn(brand, 'en'),
    PayloadDisplayName: brand.name,
    ...identifiers(subject, 'profile'),
    PayloadOrganization: subject.values.managedBy ?? brand.name,
    PayloadScope: 'System',
    PayloadType: 'Configuration',
    PayloadVersion: 1,
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    written(profile, ''),
    '</plist>',
    '',
  ].join('\n');
}

const payload = (subject: PolicySubject, domain: string, content: Plist): Record<string, Plist> => ({
  ...(content as Record<string, Plist>),
  PayloadDisplayName: `${subject.brand.name}: ${domain}`,
  ...identifiers(subject, domain),
  PayloadType: domain,
  PayloadVersion: 1,
});

/** The same at every run, so that a profile that is installed again replaces the one before. */
function identifiers({ identity }: PolicySubject, part: string): Record<string, Plist> {
  const digits = createHash('sha256').update(`${identity.chromeId} ${part}`).digest('hex');
  const variant = '89AB'[Number.parseInt(digits.charAt(16), 16) % 4];
  const uuid = `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
  return { PayloadIdentifier: `extension.${identity.chromeId}.${part}`, PayloadUUID: uuid.toUpperCase() };
}

function written(value: Plist, indent: string): string {
  const inner = `${indent}  `;
  if (typeof value === 'string') return `${indent}<string>${xml(value)}</string>`;
  if (typeof value === 'number') return `${indent}<integer>${value}</integer>`;
  if (typeof value === 'boolean') return `${indent}<${value}/>`;
  if (Array.isArray(value))
    return [`${indent}<array>`, ...value.map((item: Plist) => written(item, inner)), `${indent}</array>`].join('\n');
  const entries = Object.entries(value).flatMap(([key, item]) => [
    `${inner}<key>${xml(key)}</key>`,
    written(item, inner),
  ]);
  return [`${indent}<dict>`, ...entries, `${indent}</dict>`].join('\n');
}
