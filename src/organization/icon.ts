/** Maximum size of a brand's icon, in bytes. */
export const MAX_ICON_BYTES = 128 * 1024;

/** Required shape of a picture: square, or a wide wordmark. */
export type IconShape = 'square' | 'wide';
/** Allowed ratio of width to height of a wordmark. */
const WORDMARK_RATIO = { min: 1.5, max: 8 };

const ELEMENTS = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon clipPath mask pattern linearGradient
   radialGradient stop style filter feBlend feColorMatrix feComponentTransfer feFuncA feFuncB feFuncG feFuncR feComposite
   feDropShadow feFlood feGaussianBlur feMerge feMergeNode feMorphology feOffset`.split(/\s+/),
);

const TAG = /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * The problems of an SVG picture, in words; empty if it is valid. It must be well-formed XML, of its shape, and
 * self-contained: no script, no event handler, no image or font, no reference to anything outside the file. Elements
 * are checked against an allow list, so anything not known to be harmless is refused.
 */
export function iconProblems(svg: string, shape: IconShape): string[] {
  const source = svg.replace(/^\uFEFF?\s*(<\?xml[^>]*\?>)?/, '').replace(/<!--(?:(?!--)[\s\S])*-->/g, '');
  if (/<!|<\?/.test(source)) return ['has a document type, CDATA or processing instruction; save it as plain SVG'];
  const open: string[] = [];
  const problems = new Set<string>();
  let roots = 0;
  for (let at = 0; at < source.length; ) {
    const next = source.indexOf('<', at);
    const text = source.slice(at, next < 0 ? source.length : next);
    if (open.at(-1) === 'style') checkReferences(text, 'style', problems);
    if ((open.length === 0 && text.trim() !== '') || /&(?!(amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(text))
      return ['is not well-formed SVG'];
    if (next < 0) break;
    TAG.lastIndex = next;
    const tag = TAG.exec(source);
    if (!tag) return [`is not well-formed SVG near "${source.slice(next, next + 40).trim()}"`];
    const [whole, closing, name = '', attributes = '', empty] = tag;
    at = next + whole.length;
    if (closing) {
      if (open.pop() !== name || attributes) return [`is not well-formed SVG: </${name}> closes nothing`];
      continue;
    }
    if (open.length === 0) {
      if (name !== 'svg' || ++roots > 1) return ['is not an SVG: its one outermost element must be <svg>'];
      checkRoot(attributes, shape, problems);
    }
    if (!ELEMENTS.has(name)) problems.add(`contains <${name}>, which an icon may not; draw it as plain shapes`);
    checkAttributes(attributes, problems);
    if (!empty) open.push(name);
  }
  if (roots === 0 || open.length > 0) return ['is not well-formed SVG: it ends too early'];
  return [...problems];
}

function attributesOf(source: string): Map<string, string> {
  return new Map([...source.matchAll(ATTRIBUTE)].map(([, name, one, two]) => [name ?? '', one ?? two ?? '']));
}

function checkRoot(source: string, shape: IconShape, problems: Set<string>): void {
  const attributes = attributesOf(source);
  if (attributes.get('xmlns') !== 'http://www.w3.org/2000/svg')
    problems.add('lacks xmlns="http://www.w3.org/2000/svg" on <svg>');
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [width, height] =
    box.length === 4
      ? [box[2], box[3]]
      : [Number.parseFloat(attributes.get('width') ?? ''), Number.parseFloat(attributes.get('height') ?? '')];
  if (!width || !height || width < 0) problems.add('has no size; give <svg> a viewBox');
  else if (shape === 'wide' && (width / height < WORDMARK_RATIO.min || width / height > WORDMARK_RATIO.max))
    problems.add(
      `is not ${WORDMARK_RATIO.min} to ${WORDMARK_RATIO.max} times as wide as it is high (${width} × ${height})`,
    );
  else if (shape === 'square' && Math.abs(width / height - 1) > 0.01)
    problems.add(`is not square (${width} × ${height})`);
}

function checkAttributes(source: string, problems: Set<string>): void {
  for (const [name, value] of attributesOf(source)) {
    if (/^on/i.test(name)) problems.add(`has the event handler ${name}; remove it`);
    else if (/(^|:)href$/i.test(name)) {
      if (!/^#[\w.-]+$/.test(value.trim()))
        problems.add(`refers to "${value.slice(0, 60)}", which is outside the file`);
    } else if (!/^xmlns(:|$)/.test(name)) checkReferences(value, name, problems);
  }
}

/**
 * References in styles and attributes: only `url(#…)` stays inside the file. Escapes are refused, because they can hide
 * a reference.
 */
function checkReferences(text: string, where: string, problems: Set<string>): void {
  const outside = /url\(\s*(?!["']?#)|@import|image-set\(|javascript:|\\|&#/i.test(text);
  if (outside) problems.add(`refers to something outside the file in "${where}"; an icon must draw only itself`);
}
