import type { Kind } from './kind.ts';
import { RED } from './probe.ts';

const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"';
const SVG = 'xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"';
const RECT = '<rect width="2000" height="2000" fill="#e00"/>';
const STYLE = `<style>${RED}</style>`;

const xml = (name: string, type: string, body: Kind['body'], more: Partial<Kind> = {}): Kind => ({
  name,
  headers: { 'content-type': type },
  body,
  ...more,
});
const xhtml = (name: string, head: Kind['body'], body: Kind['body']): Kind =>
  xml(
    name,
    'application/xhtml+xml',
    (run, host) =>
      `<html ${XHTML}><head>${head(run, host)}<title>page</title>${STYLE}</head><body><h1>page</h1>${body(run, host)}<p>end</p></body></html>`,
  );
const nothing = () => '';
const script = (run: string) => `<script>${run}</script>`;

/** Written by a style sheet of XSLT into a document of HTML. */
const TRANSFORM = (run: string) =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output method="html"/>
<xsl:template match="/"><html><head><title>page</title>${STYLE}</head><body><h1>page</h1><script>${run}</script></body></html></xsl:template></xsl:stylesheet>`;

/** Documents of XML, by what makes them run something. */
export const XML_KINDS: readonly Kind[] = [
  xhtml('xhtml', nothing, script),
  xhtml('xhtml, script first', script, nothing),
  xhtml('xhtml onerror', nothing, (run) => `<img src="x:" onerror="${run}"/>`),
  xml('xml with xhtml', 'application/xml', (run) => `<a><b/><script ${XHTML}>${run}</script></a>`),
  xml('xml, script as root', 'application/xml', (run) => `<script ${XHTML}>${run}</script>`),
  xml(
    'xml with a style sheet',
    'application/xml',
    (run) => `<?xml-stylesheet type="text/css" href="/part/red.css"?><a>page<script ${XHTML}>${run}</script></a>`,
    { parts: { '/part/red.css': ['text/css', () => 'a{display:block;height:2000px;background:#e00}'] } },
  ),
  xml('svg', 'image/svg+xml', (run) => `<svg ${SVG}>${RECT}<script>${run}</script></svg>`),
  xml('svg, script first', 'image/svg+xml', (run) => `<svg ${SVG}><script>${run}</script>${RECT}</svg>`),
  xml('svg onload, root', 'image/svg+xml', (run) => `<svg ${SVG} onload="${run}">${RECT}</svg>`),
  xml('xslt', 'application/xml', () => '<?xml-stylesheet type="text/xsl" href="/part/transform.xsl"?><a/>', {
    parts: { '/part/transform.xsl': ['application/xslt+xml', TRANSFORM] },
  }),
];
