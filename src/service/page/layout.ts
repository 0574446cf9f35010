import { html, raw } from 'hono/html';
import { ENGLISH, LANGUAGES } from './language.ts';
import { accentPath, STYLESHEET } from './style/stylesheet.ts';
import type { Html, Words } from './words.ts';

/** The id of a page's form. */
export const FORM_ID = 'form';
/** The field that requests the form in another language, with its input. */
export const SWITCH = 'switch';

/** The page for a path without a portal. It does not reveal whether an organization exists. */
export function notFoundPage(words: Words): Html {
  return noticePage(words, words.t('portal.error.notFound'), words.t('portal.error.notFoundHint'));
}

/** The page for a failure of the service. `requestId` identifies it in the log. */
export function failurePage(words: Words, requestId: string): Html {
  return noticePage(words, words.t('portal.error.failure'), words.t('portal.error.failureHint', { number: requestId }));
}

/** The page for a form that is larger than its fields allow. */
export function tooLargePage(words: Words): Html {
  return noticePage(words, words.t('portal.error.tooLarge'), words.t('portal.error.tooLargeHint'));
}

/** The page for too many requests. */
export function tooManyPage(words: Words, seconds: number): Html {
  return noticePage(words, words.t('portal.error.tooMany'), words.t('portal.error.tooManyHint', { count: seconds }));
}

/** A page with a message, outside any portal. */
export function noticePage(words: Words, title: Html, text: Html, more: Html | string = ''): Html {
  const content = html`<div class="column"><main><div class="lead"><h1>${title}</h1><p>${text}</p></div>${more}</main>
<footer class="bottom quiet small">${languages(words)}</footer></div>`;
  return wholePage(title, content, { isHidden: true, words });
}

/**
 * An HTML document without any script or inline style. `isHidden`: excluded from search engines; `colour`: that of the
 * organization of the page.
 */
export function wholePage(
  title: Html | string,
  body: Html,
  {
    isHidden,
    stylesheet = STYLESHEET.path,
    words = ENGLISH,
    colour = null,
  }: {
    readonly isHidden: boolean;
    readonly stylesheet?: string;
    readonly words?: Words;
    readonly colour?: string | null;
  },
): Html {
  return html`<!doctype html>
<html lang="${words.language}" dir="${words.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${isHidden ? raw('<meta name="robots" content="noindex">') : ''}
<link rel="stylesheet" href="${stylesheet}">${colour === null ? '' : html`<link rel="stylesheet" href="${accentPath(colour)}">`}</head>
<body>${body}</body></html>`;
}

/** Links to the same page in every language. @param query the rest of its query */
export function languages(words: Words, query = ''): Html {
  const before = query === '' ? '?' : `?${query}&`;
  return html`<nav class="languages" aria-label="${words.label('portal.languages')}">${LANGUAGES.map(
    ({ name, direction, ownName }) =>
      html`<a href="${before}language=${name}" lang="${name}" hreflang="${name}" dir="${direction}"${
        name === words.language ? raw(' aria-current="true"') : ''
      }>${ownName}</a> `,
  )}</nav>`;
}

/** The same for a page with a form, as buttons that submit the form, so that no input is in a URL. */
export function formLanguages(words: Words, path: string): Html {
  return html`<nav class="languages" aria-label="${words.label('portal.languages')}">${LANGUAGES.map(
    ({ name, direction, ownName }) =>
      html`<button type="submit" form="${FORM_ID}" formaction="${path}?language=${name}" formnovalidate name="${SWITCH}" lang="${name}" dir="${direction}"${
        name === words.language ? raw(' aria-current="true"') : ''
      }>${ownName}</button> `,
  )}</nav>`;
}
