import DOMPurify from '../webjars/dompurify/dist/purify.es.mjs';
import { marked } from '../webjars/marked/lib/marked.esm.js';

const LONG = 100;
const MARKS = /(^|\n)\s{0,3}(#{1,6} |[-*+] |\d+\. |> |```|\|)|\*\*|\*[^\s*][^*\n]*\*|`|\]\(/;

/** What a text may become: no scripts, frames, forms or styles, and nothing that is fetched from elsewhere. */
const ALLOWED = {
  ALLOWED_TAGS: ['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 'del', 'a',
    'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ALLOWED_ATTR: ['href', 'title', 'start', 'align'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?!\/)|#)/i,
  RETURN_DOM_FRAGMENT: true
};

/** HTML in a text is shown as it was typed; headings come below those of the page. */
marked.use({
  breaks: true,
  gfm: true,
  renderer: {
    html: ({ text }) => text.replace(/[&<>"']/g, one => `&#${one.charCodeAt(0)};`),
    heading({ tokens, depth }) {
      const tag = 'h' + Math.min(6, depth + 2);
      return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
    }
  }
});

DOMPurify.addHook('afterSanitizeAttributes', node => {
  if (node.tagName === 'A') {
    node.setAttribute('rel', 'noopener noreferrer');
    node.setAttribute('target', '_blank');
  }
});

/** The parts of a text. Its highest headings become those of the first level: for readers with a screen reader, no level is left out. */
function blocks(text) {
  const all = marked.lexer(text);
  const headings = all.filter(one => one.type === 'heading');
  const above = Math.min(...headings.map(one => one.depth)) - 1;
  headings.forEach(one => { one.depth -= above; });
  return all;
}

/** A text that anybody wrote, as Markdown; null if it is short and has no marks. */
export function markdown(text) {
  if (text.length < LONG && !text.includes('\n') && !MARKS.test(text)) return null;
  const place = document.createElement('div');
  place.className = 'doc';
  place.append(DOMPurify.sanitize(marked.parser(blocks(text)), ALLOWED));
  place.querySelectorAll('table').forEach(table => {
    const around = document.createElement('div');
    around.className = 'scroll';
    table.replaceWith(around);
    around.append(table);
  });
  place.querySelectorAll('pre, .scroll').forEach(wide => { wide.tabIndex = 0; }); // so that it can be scrolled with the keys
  return place;
}
