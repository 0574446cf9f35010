/** The looks of every demo page: light and dark, narrow and wide, with nothing from elsewhere. */
export const STYLE = `:root{color-scheme:light dark;--surface:#f7f7f9;--raised:#fff;--text:#22242b;--quiet:#5a5e6b;--line:#dcdde3;--accent:#3b4cca;--ok:#1f7a4d;--scam:#8f1414;
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;background:var(--surface);color:var(--text)}
@media(prefers-color-scheme:dark){:root{--surface:#15171c;--raised:#1d2027;--text:#f0f1f4;--quiet:#a6abb8;--line:#383c47;--accent:#a3b1ff;--ok:#6fd3a0;--scam:#6d0f0f}}
*{box-sizing:border-box}body{max-width:46rem;margin:0 auto;padding:clamp(1.5rem,6vh,4rem) 1.25rem 4rem}
h1{font-size:1.875rem;line-height:1.2;margin:0 0 .5rem;text-wrap:balance}h2{font-size:1.1875rem;margin:2.25rem 0 .75rem}p{margin:.5rem 0}
a{color:var(--accent);text-underline-offset:.2em}:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.quiet{color:var(--quiet)}.card{background:var(--raised);border:1px solid var(--line);border-radius:12px;box-shadow:0 1px 2px #0001,0 4px 12px #0001}
code{font-family:ui-monospace,"SF Mono","Cascadia Mono",monospace;font-size:.9em;overflow-wrap:anywhere}
.home{display:inline-block;margin-block-end:1.5rem}.brand{display:flex;align-items:center;gap:.5rem;font-weight:600;margin-block-end:1.5rem}.brand svg{inline-size:1.25rem;block-size:1.25rem;border-radius:4px}
.steps{list-style:none;margin:0;padding:0}.steps li{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 .875rem;padding:.875rem 1.125rem;border-block-start:1px solid var(--line)}.steps li:first-child{border-block-start:0}
.steps input{appearance:none;inline-size:1.5rem;block-size:1.5rem;margin:0;border:2px solid var(--line);border-radius:50%;display:grid;place-items:center;cursor:pointer}
.steps input:checked{border-color:var(--ok);background:var(--ok)}.steps input:checked::after{content:"";inline-size:.65rem;block-size:.3rem;border:solid var(--raised);border-width:0 0 2px 2px;transform:rotate(-45deg) translate(1px,-1px)}
.steps a,.steps b{font-weight:600}.steps p{grid-column:2;margin:.125rem 0 0;color:var(--quiet)}.steps li.next{box-shadow:inset 4px 0 var(--accent)}.steps li.next:first-child{border-start-start-radius:12px}
[dir=rtl] .steps li.next{box-shadow:inset -4px 0 var(--accent)}.steps small{display:none;margin-inline-start:.5rem;color:var(--accent);font-weight:600}.steps li.next small{display:inline}
progress{appearance:none;display:block;inline-size:100%;block-size:.375rem;margin-block:1.25rem .5rem;border:0;border-radius:6px;background:var(--line);overflow:hidden}progress::-webkit-progress-bar{background:var(--line)}progress::-webkit-progress-value{background:var(--ok);border-radius:6px}
.after{margin-block-start:2.25rem;padding:1rem 1.25rem}.after h2{margin-block-start:0}
table{border-collapse:collapse;inline-size:100%}td,th{padding:.75rem 1.125rem;text-align:start;vertical-align:top;border-block-start:1px solid var(--line)}tr:first-child>*{border-block-start:0}th{font-weight:400;color:var(--quiet);white-space:nowrap}
iframe{display:block;inline-size:100%;block-size:18rem;border:1px solid var(--line);border-radius:12px;background:var(--raised)}.picture{display:block;inline-size:100%;block-size:auto;border-radius:12px;margin-block:1rem}
.scam{--surface:var(--scam);--text:#fff;--quiet:#ffd9d9;--accent:#fff}.scam button{font:inherit;font-weight:600;padding:.75rem 1.5rem;border:0;border-radius:6px;background:#fff;color:#5c0b0b}
@media(forced-colors:active){.steps li.next{outline:2px solid Highlight;outline-offset:-2px}.steps input:checked{forced-color-adjust:none}}`;
