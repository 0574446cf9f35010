/**
 * What a listed page does to be noticed. It tells its host, under `/tell/`, of its first script, and whether that came before the
 * page was shown (`ahead`) or before the guard was there (`unguarded`); of the first frame in which neither its root nor all that is
 * in it is hidden (a guard that waits shows a line of its own); of every key and click; and of being shown after it was loaded ahead.
 * It asks a wallet for its accounts. Without double quotes, so that it fits into an attribute.
 */
export const PROBE = `(()=>{const tell=(what)=>navigator.sendBeacon('/tell/'+what);
const rootNow=()=>{let view=window;try{while(view!==top)view=view.parent.document.defaultView}catch{}return view.document.documentElement};
tell(document.prerendering?'ahead':'script');
if(rootNow().style.opacity!=='0')tell('unguarded');
const isHidden=(element)=>{const {opacity,contentVisibility}=getComputedStyle(element);return opacity==='0'||contentVisibility==='hidden'};
const look=()=>requestAnimationFrame(()=>{const root=rootNow(),parts=root?.children??[];
const hidden=document.prerendering||document.visibilityState!=='visible'||!root||isHidden(root)||(parts.length>0?[...parts].every(isHidden):false);
if(hidden)look();else tell('visible')});look();
document.addEventListener('prerenderingchange',()=>tell('activated'));
for(const [type,what] of [['keydown','key'],['mousedown','click']])addEventListener(type,()=>tell(what));
window.ethereum?.request({method:'eth_requestAccounts'})})()`;

export const RED = 'html{background:#e00;color:#fff;font:20px sans-serif}';

/** A listed page, red all over, with more in its body. */
export const listedPage = (title: string, body = '', run = PROBE): string =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${RED}</style><script>${run}</script><h1>${title}</h1>${body}`;
