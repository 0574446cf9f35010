import { nameInTraffic, REQUESTS } from '../../api/requests.ts';
import type { Brand } from '../../organization/brand.ts';
import { wordsIn, xml } from '../words.ts';

/** Address of the page in the package, for one language. */
export const privacyPath = (language: string): string => `/privacy/${language}.html`;

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { max-inline-size: 42rem; margin: 2rem auto; padding-inline: 1.25rem; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.25; text-wrap: balance; }
dt { font-weight: 600; margin-block-start: 0.75rem; }
dd { margin-inline-start: 0; }
`;

/**
 * The privacy policy of a brand in one language, as a page that stands alone: every request of the catalogue by what it is and why it is sent, what
 * stays on the device, and whom to ask.
 */
export function privacyPage(brand: Brand, language: string): string {
  const { name, shortName, serviceUrl } = brand;
  const t = wordsIn(language);
  const names = [...new Set(REQUESTS.map(nameInTraffic))];
  const requests = names.map(
    (request) => `<dt>${xml(t(`traffic.what.${request}`))}</dt>\n<dd>${xml(t(`traffic.why.${request}`))}</dd>`,
  );
  const title = xml(t('privacy.title', { brand: name }));
  const service = `<bdi>${xml(new URL(serviceUrl).host)}</bdi>`;
  const contacts = contactsOf(brand, t('settings.support')).map(
    ([href, text]) => `<p><a href="${xml(href)}"><bdi>${xml(text)}</bdi></a></p>`,
  );
  return `<!doctype html>
<html lang="${language}" dir="${t('direction')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${xml(t('welcome.privacy'))} ${xml(t('settings.privacyConfirm'))}</p>
<h2>${xml(t('settings.privacy'))}</h2>
<p>${xml(t('settings.privacyIntro', { brand: shortName }))}</p>
<dl>
${requests.join('\n')}
</dl>
<p>${xml(t('settings.privacyNothing'))}</p>
<h2>${xml(t('privacy.youTitle'))}</h2>
<p>${xml(t('privacy.you'))}</p>
<h2>${xml(t('privacy.deviceTitle'))}</h2>
<p>${xml(t('privacy.device'))}</p>
<h2>${xml(t('privacy.whoTitle'))}</h2>
<p>${xml(t('privacy.who', { brand: name })).replace('{service}', service)}</p>
${[...contacts, '</body>'].join('\n')}
</html>
`;
}

/** Where people ask: the address of each link, and its text. */
function contactsOf({ supportUrl, supportEmail, supportPhone }: Brand, page: string): [href: string, text: string][] {
  const contacts: [href: string, text: string][] = [];
  if (supportUrl !== null) contacts.push([supportUrl, page]);
  if (supportEmail !== undefined) contacts.push([`mailto:${supportEmail}`, supportEmail]);
  if (supportPhone !== undefined) contacts.push([`tel:${supportPhone.replace(/[^+\d]/g, '')}`, supportPhone]);
  return contacts;
}
