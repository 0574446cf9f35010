import { html, raw } from 'hono/html';
import { ENGLISH, LANGUAGES } from './language.ts';
import { accentPath, STYLESHEET } from './style/stylesheet.ts';
import type { Blanks, Html, Words } from './words.ts';

export const FORM_ID = 'form';
/** The field that requests the form in another language, with its input. */
export const SWITCH = 'switch';

/** The page outside any portal that says what went wrong; of an unknown path, not whether an organization exists. */
export const errorPage = (
  words: Words,
  what: 'notFound' | 'failure' | 'tooLarge' | 'tooMany',
  blanks: Blanks = {},
): Html => noticePage(words, words.t(`portal.error.${what}`), words.t(`portal.error.${what}Hint`, blanks));

/** A page with a message, outside any portal. */
export function noticePage(words: Words, title: Html, text: Html, more: Html | string = ''): Html {
  const content = html`<div class="column"><main><div class="lead"><h1>${title}</h1><p>${text}</p></div>${more}</main>
<footer class="bottom quiet small">${languages(words)}</footer></div>`;
  return wholePage(title, content, { isHidden: true, words });
}

/** An HTML document without inline style. `isHidden`: from search engines; `colour`: that of its organization. */
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
