import { type ComponentChildren, render } from 'preact';
import { i18n } from '#i18n';
import { BRAND } from '../organization/current.ts';
import { accentOf, type Scheme } from './accent.ts';
import { cssOf } from './colour.ts';
import './tokens.css';
import './base.css';

/** Puts the brand's colour, the language and the title on a page of the extension, then draws it. */
export function mountPage(title: string, page: ComponentChildren): void {
  const root = document.documentElement;
  for (const scheme of ['light', 'dark'] satisfies Scheme[]) {
    const { accent, onAccent } = accentOf(BRAND.colours.accent, scheme);
    root.style.setProperty(`--accent-${scheme}`, cssOf(accent));
    root.style.setProperty(`--on-accent-${scheme}`, cssOf(onAccent));
  }
  root.lang = i18n.t('language');
  root.dir = i18n.t('direction');
  document.title = title;
  const place = document.getElementById('page');
  if (!place) throw new Error('The page has no element with the id "page"');
  render(page, place);
}
