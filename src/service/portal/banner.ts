import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

const markdown = new MarkdownIt({ html: false, linkify: true });

/**
 * The HTML of a banner in Markdown, safe in a page: text, emphasis, lists, quotes, code and links; no raw HTML, and no
 * images, which would tell others who visits. Headings get the level below the page's own.
 */
export function bannerHtml(source: string): string {
  return sanitizeHtml(markdown.render(source), {
    allowedTags: ['p', 'br', 'strong', 'em', 's', 'code', 'pre', 'ul', 'ol', 'li', 'blockquote', 'hr', 'a', 'h2'],
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    transformTags: {
      ...Object.fromEntries(['h1', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, 'h2'])),
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }),
    },
  });
}
