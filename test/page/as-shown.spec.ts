import { expect } from '@playwright/test';
import { canonicalAddress } from '../../src/asset/address/address.ts';
import { Marks, document as written } from '../e2e/harness/page/marks.ts';
import { nightlyUnless } from './nightly.ts';
import type * as Parts from './parts.ts';
import { protect } from './protect.ts';
import { test } from './stage.ts';

/** What a person sees as one address is one, and what only its source has is none. */

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const [HEAD, TAIL] = [EVM.slice(0, 20), EVM.slice(20)];
const OTHER = `${HEAD}${'0'.repeat(22)}`;
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const HASH = `0x${'5c504ed432cb5113'.repeat(4)}`;
const backwards = (text: string) => [...text].reverse().join('');
const each = (text: string, size: number, name = 'b') =>
  text.replace(new RegExp(`.{1,${size}}`, 'g'), `<${name}>$&</${name}>`);
const apart = (text: string) => text.match(/.{1,4}/g)!.map((group) => `<b>${group}</b>`);
const between = (hidden: string) => `<p>Send to ${HEAD}${hidden}${TAIL} now</p>`;
const styled = (rules: string, body: string) => `<style>${rules}</style><p>Send to ${body}</p>`;

const SHOWN: Readonly<Record<string, readonly [body: string, ...contents: string[]]>> = {
  'each letter in an element': [`<p>To ${each(EVM, 1)} now</p>`, EVM],
  'each letter in a box beside the next': [`<div style="display:flex">${each(EVM, 1, 'div')}</div>`, EVM],
  'each letter in an element, in bech32': [`<p>To ${each(BITCOIN, 1)}</p>`, BITCOIN],
  'groups with spaces': [`<p>${apart(EVM).join(' ')}</p>`, EVM],
  'groups on lines of the source': [`<p>${apart(BITCOIN).join('\n  ')}</p>`, BITCOIN],
  'groups with a gap': [`<div style="display:flex;gap:8px">${apart(EVM).join('')}</div>`, EVM],
  'parts in the cell after a number': [
    `<table><tr><td>3</td><td>${each(BITCOIN, 14)}</td><td>4</td></tr></table>`,
    BITCOIN,
  ],
  'parts before a number': [`<table><tr><td>${each(EVM, 14)}</td><td>3.5</td></tr></table>`, EVM],
  'parts in reversed order': [
    `<div style="display:flex;flex-direction:row-reverse"><i>${TAIL}</i><i>${HEAD}</i></div>`,
    EVM,
  ],
  'parts in an order of their own': [
    `<div style="display:flex"><i style="order:2">${TAIL}</i><i style="order:1">${HEAD}</i></div>`,
    EVM,
  ],
  'letters from right to left': [`<p><bdo dir=rtl>${backwards(EVM)}</bdo></p>`, EVM],
  'letters behind an override': [`<p>Send &#x202e;${backwards(EVM)}&#x202c; now</p>`, EVM],
  'a soft hyphen': [between('&shy;'), EVM],
  'a place where a line may end': [between('<wbr>'), EVM],
  'an element that is not displayed': [between('<i style="display:none">dead</i>'), EVM],
  'an element that a rule hides': [`<style>.d { display: none }</style>${between('<i class=d>beef</i>')}`, EVM],
  'an invisible element': [between('<i style="visibility:hidden">dead</i>'), EVM],
  'a transparent element': [between('<i style="opacity:0">dead</i>'), EVM],
  'a transparent colour': [between('<i style="color:transparent">dead</i>'), EVM],
  'letters without a size': [between('<i style="font-size:0">dead</i>'), EVM],
  'a box without a size': [between('<i style="display:inline-block;width:0;overflow:hidden">dead</i>'), EVM],
  'a box that is clipped': [between('<i style="position:absolute;clip-path:inset(50%)">dead</i>'), EVM],
  'a box without a scale': [between('<i style="display:inline-block;transform:scale(0);width:0">dead</i>'), EVM],
  'letters without a fill': [between('<i style="-webkit-text-fill-color:transparent">dead</i>'), EVM],
  'a box off the page': [between('<i style="position:absolute;left:-9999px">dead</i>'), EVM],
  'hidden words': [between('<i hidden> this is not it </i>'), EVM],
  'a script': [between('<script>var x = 1</script>'), EVM],
  'a style': [between('<style>b { color: red }</style>'), EVM],
  'hidden letters that make it another address': [
    `<p>To ${HEAD}<i hidden>${'0'.repeat(22)}</i><i>${TAIL}</i></p>`,
    EVM,
  ],
  'a hidden middle behind dots, which people copy': [
    `<p>To <b>${EVM.slice(0, 8)}</b><i hidden>${EVM.slice(8, 38)}</i><b>${EVM.slice(38)}</b></p>`,
    EVM,
  ],
  'an end that a style adds': [styled(`.q::after { content: "${TAIL}" }`, `<b class=q>${HEAD}</b>`), EVM],
  'a beginning that a style adds': [styled(`p > .q:before { content: '${HEAD}' }`, `<b class=q>${TAIL}</b>`), EVM],
  'a sign that a style adds': [
    styled('.q::before { content: "0x" }', `<b class=q>${EVM.slice(2).toLowerCase()}</b>`),
    EVM,
  ],
  'an attribute that a style shows': [
    styled('.q::before { content: attr(data-q) }', `<b class=q data-q="${EVM}"></b>`),
    EVM,
  ],
  'a fallback of a canvas': [`<canvas>${EVM}</canvas>`, EVM],
  'a text that is written again and again': [
    `<p id=p></p><script>setInterval(() => { p.textContent = '${EVM} ' + Date.now() }, 100)</script>`,
    EVM,
  ],
  'a hash in parts': [`<p>Tx ${each(HASH, 2)}</p><p>${BITCOIN}</p>`, BITCOIN],
  'a hash, each digit in an element': [`<p>Tx ${each(HASH, 1)}</p><p>${BITCOIN}</p>`, BITCOIN],
  'what a style shows for others': [
    styled('.q::before { content: attr(data-q) }', `<b data-q="${OTHER}">x</b> ${BITCOIN}`),
    BITCOIN,
  ],
};

/** One of each kind, which `npm test` tries. */
const COMMON =
  /^(each letter in an element|groups with a gap|hidden letters that.*|an end that a style adds|a text that is written again and again)$/;

/** Looks as the lookout does. @returns whether something looks like an address */
function looks({ look }: typeof Parts): boolean {
  const looking = look(document);
  let step = looking.next();
  while (!step.done) step = looking.next();
  return step.value;
}

for (const [name, [body, ...contents]] of Object.entries(SHOWN))
  test(`an address is read and marked as it is shown: ${name}${nightlyUnless(COMMON, name)}`, async ({ open }) => {
    const { page, run } = await open(written(`${body}<p>${'end '.repeat(3)}</p>`));
    await expect.poll(() => run(looks)).toBe(true);
    const canonical = contents.map((content) => canonicalAddress(content)!);
    await run(protect, ...canonical);
    const asked = async () => {
      const all = await run(() => (globalThis as unknown as { asked: string[] }).asked);
      return [...new Set(all.flatMap((content) => canonicalAddress(content) ?? []))];
    };
    await expect.poll(asked).toEqual(canonical);
    const marked = async () => (await new Marks(page).see()).badges.map(({ address }) => canonicalAddress(address));
    await expect.poll(marked).toEqual(canonical);
  });
