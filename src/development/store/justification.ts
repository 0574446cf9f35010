import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Characters that the Chrome Web Store takes as the reason for one permission. */
const MAX_REASON = 1_000;

/** Why the package asks for each permission, as the README has it, which a test holds against the manifest. */
export function permissionReasons(brandName: string): ReadonlyMap<string, string> {
  const readme = readFileSync(fileURLToPath(new URL('../../../README.md', import.meta.url)), 'utf8');
  const table = readme.split('### Permissions')[1]?.split('\n## ')[0] ?? '';
  const rows = [...table.matchAll(/^\| `([\w<>]+)` \| (.+?) \|$/gm)];
  if (rows.length === 0) throw new Error('The README explains no permission: nothing can be written about them');
  return new Map(
    rows.map(([, permission, reason]) => {
      const text = reason!.replace(/\bWary\b/g, brandName);
      if (text.length > MAX_REASON)
        throw new Error(`The reason for ${permission} has more than ${MAX_REASON} characters`);
      return [permission!, text];
    }),
  );
}

/** What the forms of the stores ask about permissions and data, with the answers (Markdown). */
export function justificationsOf(brandName: string): string {
  const reasons = [...permissionReasons(brandName)].map(([permission, reason]) => `- \`${permission}\`: ${reason}`);
  return `# What the stores ask about ${brandName}

## Single purpose (Chrome Web Store)

Stops listed scam sites before they load, marks listed wallet addresses on pages, and takes reports of scams.

## Permissions

${reasons.join('\n')}

## Remote code

None: everything that runs is in the package.

## Data

- Which sites a person opens is not collected: sites are compared with a list on the device. Where something matches, four characters of a hash are sent, which thousands of sites share.
- A report or dispute carries what a person writes into it, and only when they send it. Contact data in it is optional: in Chrome "Personally identifiable information", in
  Firefox \`personallyIdentifyingInfo\`, declared as optional in the manifest; nothing is required.
- Nothing is sold, used for another purpose, or used for creditworthiness.
- The address of the privacy policy is where you publish \`privacy/en.html\`; the package carries the same page.
`;
}
