'use strict';

const rule = require('../lib/rule');
const { loop } = require('../lib/model');
const { isExpression, isName, list } = require('../lib/text');

/** Call activities; whether the lifecycle that they call exists is up to the server. */
module.exports = rule((diagram, report) => {
  for (const node of diagram.nodes) {
    if (node.kind === 'CALL_ACTIVITY') {
      checkCall(node, report);
    } else {
      ['gives', 'brings', 'cascade']
        .filter(word => node.properties.has(word) && !(word === 'gives' && node.throwsMessage))
        .forEach(word => report(node.id, `'${word}' is for call activities`));
    }
  }
});

function checkCall(node, report) {
  const many = loop(node.element);
  if (many && node.list === null) {
    report(node.id, 'a call activity creates one child, or one for each entry of a list: its collection names the list,'
      + ' such as ${task.chapters}');
  }
  for (const word of ['gives', 'brings']) {
    list(node.properties.get(word)).filter(name => !isName(name)).forEach(name =>
      report(node.id, `${word} '${name}', which is no name of data`));
  }
  if (node.called === null) {
    report(node.id, 'name the lifecycle of the children as the called element');
  } else if (isExpression(node.called)) {
    report(node.id, 'the called element is the key of a lifecycle, written out and not computed');
  }
  if (many && (many.isSequential || many.completionCondition)) {
    report(node.id, 'all children are created at once and waited for until they have ended: leave out sequential and the'
      + ' completion condition');
  }
}
