'use strict';

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
const FILE_NAME = /^[\w.-]+$/;

/** Addresses of XML schemas, which a parser would call. */
module.exports = () => ({
  check(node, reporter) {
    if (node.$type !== 'bpmn:Definitions') return;
    for (const element of everything(node, new Set())) {
      if (locatesSchemas(element)) {
        reporter.report(element.id ?? node.id,
          'it says where XML schemas are, and the server calls no other addresses: remove xsi:schemaLocation');
        return;
      }
    }
  }
});

/** Also the elements of other tools, whose attributes are plain fields. */
function everything(value, found) {
  if (value && typeof value === 'object' && !found.has(value)) {
    if (!Array.isArray(value)) found.add(value);
    Object.values(value).forEach(inside => everything(inside, found));
  }
  return found;
}

function locatesSchemas(element) {
  return Object.entries({ ...element, ...element.$attrs }).some(([name, value]) => {
    if (typeof value !== 'string') return false;
    const words = value.trim().split(/\s+/);
    switch (name.split(':')[1]) {
      case 'noNamespaceSchemaLocation': return !FILE_NAME.test(value.trim());
      case 'schemaLocation':
        return words.some((place, i) => i % 2 === 1 && words[i - 1] !== BPMN && !FILE_NAME.test(place));
      default: return false;
    }
  });
}
