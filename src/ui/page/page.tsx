import { effect } from '@preact/signals';
import { type ComponentChildren, render } from 'preact';
import { accentOf, type Scheme, tintOf } from '../../colour/accent.ts';
import { cssOf } from '../../colour/colour.ts';
import { i18n } from '../../language/i18n.ts';
import { send } from '../../messaging/send.ts';
import { BRAND } from '../../organization/current.ts';
import { AskContext } from './ask.ts';
import { keepFocus } from './focus.ts';
import { LANGUAGE_KNOWN } from './language.ts';
import './tokens.css';
import './base.css';

/**
 * Puts the brand's colours, the language and the title on a page of the extension, then draws it in the language in force. Its components
 * ask the background by {@link send}, and the focus is never lost with what is removed.
 * @param title called again when another language is in force
 */
export async function mountPage(title: () => string, page: ComponentChildren): Promise<void> {
  const root = document.documentElement;
  for (const scheme of ['light', 'dark'] satisfies Scheme[]) {
    const { accent, onAccent } = accentOf(BRAND.colours.accent, scheme, BRAND.colours.surface);
    root.style.setProperty(`--accent-${scheme}`, cssOf(accent));
    root.style.setProperty(`--on-accent-${scheme}`, cssOf(onAccent));
    if (BRAND.colours.surface === undefined) continue;
    const { c, h } = tintOf(BRAND.colours.surface, scheme);
    root.style.setProperty(`--tint-${scheme}`, c.toFixed(4));
    root.style.setProperty('--hue', h.toFixed(2));
  }
  await LANGUAGE_KNOWN;
  effect(() => {
    root.lang = i18n.t('language');
    root.dir = i18n.t('direction');
    document.title = title();
  });
  const place = document.getElementById('page');
  if (!place) throw new Error('The page has no element with the id "page"');
  keepFocus(document);
  render(<AskContext.Provider value={send}>{page}</AskContext.Provider>, place);
}
