const RED = 'position:fixed;inset:0;width:100vw;height:100vh;max-width:none;max-height:none;border:0;background:#e00';
const BARE = '<!doctype html><title>page</title><style>html,body{background:#e00}</style>';
const script = (text: string) => `${BARE}<h1>page</h1><script>${text}</script>`;
/** Runs at every occasion that a page has. */
const always = (text: string) =>
  script(
    `const act=()=>{${text}};act();setInterval(act,1);const loop=()=>{act();requestAnimationFrame(loop);};loop();`,
  );

/** Pages that do what they can to be seen through a curtain. */
export const TRICKS: Record<string, string> = {
  'shows itself': BARE,
  'says opacity 1 !important': `${BARE}<style>html:root:root{opacity:1!important;visibility:visible!important;content-visibility:visible!important;display:block!important}</style>`,
  'says so in a layer': `${BARE}<style>@layer a{html{opacity:1!important}body{opacity:1!important}}</style>`,
  'fades its root': `${BARE}<style>html{transition:all 20s allow-discrete;opacity:1}@starting-style{html{opacity:1}}</style>`,
  'animates its root': `${BARE}<style>@keyframes a{from{opacity:1}to{opacity:1}}html{animation:a 1s infinite}</style>`,
  'sets its own inline style': always(
    `document.documentElement.style.cssText='opacity:1!important;display:block!important'`,
  ),
  'takes the style attribute away': always(`document.documentElement.removeAttribute('style')`),
  'clears its adopted sheets': always('document.adoptedStyleSheets=[]'),
  'puts another root in place': script(
    `const root=document.documentElement;const next=root.cloneNode(true);next.removeAttribute('style');next.style.transition='opacity 20s';root.replaceWith(next);getComputedStyle(next).opacity`,
  ),
  'opens its document again': script(
    `setTimeout(()=>{document.open();document.write('<style>html{background:#e00}</style><h1>again</h1>');document.close()},30)`,
  ),
  'shows a modal dialog': script(
    `const d=document.createElement('dialog');d.style.cssText='${RED};opacity:1!important';document.body.append(d);d.showModal()`,
  ),
  'shows a popover': script(
    `const d=document.createElement('div');d.popover='manual';d.style.cssText='${RED};opacity:1!important';document.body.append(d);d.showPopover()`,
  ),
  'colours a backdrop': `${BARE}<style>::backdrop{background:#e00!important;opacity:1!important}</style><dialog>x</dialog><script>document.querySelector('dialog').showModal()</script>`,
  'shows a dialog out of a closed shadow tree': script(
    `const h=document.createElement('div');document.body.append(h);const s=h.attachShadow({mode:'closed'});const d=document.createElement('dialog');d.style.cssText='${RED};opacity:1!important;visibility:visible!important;content-visibility:visible!important';s.append(d);d.showModal()`,
  ),
  'shows a popover out of a closed shadow tree, later and again': script(
    `const h=document.createElement('div');document.body.append(h);const s=h.attachShadow({mode:'closed'});const d=document.createElement('div');d.popover='manual';d.style.cssText='${RED};opacity:1!important';s.append(d);const flip=()=>{d.matches(':popover-open')?d.hidePopover():d.showPopover();requestAnimationFrame(flip)};setTimeout(flip,50)`,
  ),
  'shows a dialog from an observer of sizes': script(
    `const h=document.createElement('div');document.body.append(h);const s=h.attachShadow({mode:'closed'});const d=document.createElement('dialog');d.style.cssText='${RED};opacity:1!important';s.append(d);let w=100;new ResizeObserver(()=>{if(!d.open)d.showModal()}).observe(h);setInterval(()=>{d.close();h.style.width=(w++)+'px'},20)`,
  ),
  'starts a view transition': script(
    `const s=document.createElement('style');s.textContent='::view-transition{background:#e00}::view-transition-group(root),::view-transition-new(root){opacity:1!important;animation:none!important}';document.head.append(s);setTimeout(()=>document.startViewTransition(()=>{document.body.append('x')}),50)`,
  ),
  'shows a frame of its own': `${BARE}<iframe style="${RED}" srcdoc="<body style='background:#e00'>"></iframe>`,
};
