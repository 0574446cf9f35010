/** A page that a clean page has the browser load before its link is pressed (HTML Standard, speculative loading). */
export type AheadWay = {
  readonly name: string;
  readonly rule: 'prerender' | 'prefetch';
  /** The clean page of a cell, by its number. */
  readonly from: (at: number) => string;
  /** The listed page of a cell, by its number. */
  readonly to: (at: number) => string;
};

/** The listed hosts are those of the matrix; of the shared host only pages are listed. */
export const AHEAD_WAYS: readonly AheadWay[] = [
  {
    name: 'prerendered page of the same shared host, then its link',
    rule: 'prerender',
    from: (at) => `http://campsite.bio/from-${at}`,
    to: (at) => `http://campsite.bio/page-${at}`,
  },
  {
    name: 'prerendered page of another host of the same site, then its link',
    rule: 'prerender',
    from: (at) => `http://clean${at}.matrix.test/`,
    to: (at) => `http://m${at}.matrix.test/`,
  },
  {
    name: 'prefetched page of another site, then its link',
    rule: 'prefetch',
    from: (at) => `http://clean${at}.example/`,
    to: (at) => `http://m${at}.matrix.test/`,
  },
];

/** A clean page that has a page loaded ahead, and presses its link by itself once `/go` was answered. */
export const startPage = (rule: AheadWay['rule'], to: string): string =>
  `<!doctype html><h1>clean</h1><a id="link" href="${to}">on</a>
<script type="speculationrules">{"${rule}":[{"source":"list","urls":["${to}"],"eagerness":"immediate"}]}</script>
<script>fetch('/go').then(()=>link.click())</script>`;

/**
 * The listed page. It tells when a script of it runs, and whether ahead of being shown; when it is shown; its first frame
 * that is not hidden; and every key.
 */
export const LISTED_PAGE = `<!doctype html><style>html{background:#e00}</style><script>
const tell=(what)=>navigator.sendBeacon('/'+what);
tell('ran?'+(document.prerendering?'ahead':'shown'));
const look=()=>requestAnimationFrame(()=>{const style=getComputedStyle(document.documentElement);
const hidden=document.prerendering||document.visibilityState!=='visible'||style.opacity==='0'||style.display==='none';
if(hidden)look();else tell('visible')});
look();
document.addEventListener('prerenderingchange',()=>tell('activated'));
addEventListener('keydown',()=>tell('key'));
</script><h1>listed</h1>`;
