import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';

/** Milliseconds after which the scripts start anyway: a tab that nobody sees paints nothing. */
const PAINT_TIMEOUT_MS = 250;

/** Starts the scripts of the warning, which its build put into a template, once the browser has painted its HTML. */
export default defineUnlistedScript(() => {
  const start = () => {
    const aside = document.querySelector('template');
    aside?.replaceWith(document.importNode(aside.content, true));
  };
  requestAnimationFrame(() => setTimeout(start));
  setTimeout(start, PAINT_TIMEOUT_MS);
});
