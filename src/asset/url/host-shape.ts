/** Two-letter endings that in a text are mostly the end of a file name or an abbreviation. */
const FILE_ENDINGS = new Set(
  'ai am as bz cc gz hs js la md ml mm pl pm ps py rb rs sh so ts tt vb xz db cs go kt'.split(' '),
);

/** Longer top-level domains that are no file names and no words of a sentence; scams and their targets use them. */
const COMMON_ENDINGS = new Set(
  (
    'academy agency app art asia auction best bet biz blog business buzz cafe capital care cash casino center chat city click ' +
    'cloud club codes coffee com community company cool credit cyou dance deals dev digital direct domains download email ' +
    'energy estate events exchange expert express fan fans farm finance financial foundation fun fund fyi gallery games gifts ' +
    'global gold group guru health help holdings homes host hosting house icu inc info ink institute international investments ' +
    'jobs kim land lat life link live loan lol ltd luxe makeup market marketing markets mba media mobi mom money monster net ' +
    'network news ninja online org page partners party photos pics place plus porn press pro properties pub quest racing ren rent ' +
    'report rest review rip rocks sale sbs school science services sex shop shopping show site skin social software solutions ' +
    'space store stream studio support surf systems team tech technology tips today tokyo tools top town toys trade trading ' +
    'training travel tube university vegas ventures vin vip wallet watch webcam website wiki win work works world wtf xyz zone'
  ).split(' '),
);

const HOST =
  /^(?:[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_-]{0,62})\.)+(xn--[a-z0-9-]{1,59}|[\p{L}\p{M}]{2,63})\.?(?::\d{1,5})?(?=[/?#]|$)/iu;

/** The beginning of a word that has the shape of a host with at least two labels and an ending in letters. */
function shapeOf(word: string): { readonly ending: string; readonly host: string; readonly rest: string } | null {
  if (word.length > 8192) return null;
  const found = HOST.exec(word);
  return found && { ending: found[1]!, host: found[0], rest: word.slice(found[0].length) };
}

/** Whether a whole content can be an address without its scheme: `evil.example`, `evil.example:8080/path`. */
export const isHostWritten = (content: string): boolean => shapeOf(content) !== null;

/**
 * Whether a word in running text is an address without its scheme: it begins with `www.`, or it ends like a domain that is neither a file
 * name nor the seam of two sentences (`end.Next`), or it ends in a country and a path follows.
 */
export function isHostClear(word: string): boolean {
  const shape = shapeOf(word);
  if (!shape) return false;
  if (/^www\d?\./i.test(word)) return true;
  const ending = shape.ending.toLowerCase();
  if (ending.startsWith('xn--')) return true;
  const isSeam = /^\p{Lu}\p{Ll}/u.test(shape.ending);
  if (COMMON_ENDINGS.has(ending)) return !isSeam || shape.rest.length > 1;
  if (!/^[a-z]{2}$/.test(ending)) return false;
  return shape.rest.length > 1 || (!isSeam && !FILE_ENDINGS.has(ending) && /[^.]{2,}\.[^.]*$/.test(shape.host));
}
