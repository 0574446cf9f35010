import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { targetOf } from '../src/ui/warning/target/target.ts';

/** Stands in a frame without an origin, for which the browser opens the target as it would for any page. */
export default defineUnlistedScript(() => {
  const target = targetOf(location.href);
  if (target && window.top && window.top !== window) window.top.location.replace(target.url);
});
