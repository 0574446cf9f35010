import MarkdownIt from 'markdown-it';
import { policySchema } from '../../settings/policy/policy-schema.ts';
import { xml } from '../words.ts';
import { macProfile } from './apple.ts';
import { adminConsolePolicy, firefoxPolicies, linuxPolicy } from './browser.ts';
import { auditPage, referencePage } from './page.ts';
import type { PolicySubject } from './subject.ts';
import { administrativeTemplate, intuneProfile, templateWords } from './windows.ts';

/** The files of a policy for every browser and manager, by path, all made from the catalogue of settings. */
export function policyFiles(subject: PolicySubject): Readonly<Record<string, string>> {
  const { slug } = subject.brand;
  return {
    'chromium/policy-schema.json': json(policySchema()),
    'chromium/policy.json': json(linuxPolicy(subject)),
    'edge/policy.json': json(linuxPolicy(subject, 'edge')),
    'chromium/admin-console.json': json(adminConsolePolicy(subject)),
    [`windows/${slug}.admx`]: windowsLines(administrativeTemplate(subject)),
    [`windows/en-US/${slug}.adml`]: windowsLines(templateWords(subject)),
    'windows/intune.json': json(intuneProfile(subject)),
    [`macos/${slug}.mobileconfig`]: macProfile(subject),
    'firefox/policies.json': json(firefoxPolicies(subject)),
    'reference.html': page(referencePage(subject)),
    'audit.html': page(auditPage(subject)),
  };
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
const windowsLines = (text: string): string => text.replaceAll('\n', '\r\n');

/** A page that loads nothing and prints well. */
function page(markdown: string): string {
  const title = /^# (.*)$/m.exec(markdown)?.[1] ?? '';
  const content = new MarkdownIt({ html: false }).render(markdown);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${xml(title)}</title>
<style>:root{color-scheme:light dark;font:15px/1.45 system-ui,sans-serif}body{max-inline-size:70rem;margin:2rem auto;padding-inline:1rem}
table{border-collapse:collapse;inline-size:100%}th,td{border:1px solid;padding:.4rem .6rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}th:empty{display:none}
code{font-family:ui-monospace,monospace}</style></head>
<body>${content}</body></html>
`;
}
