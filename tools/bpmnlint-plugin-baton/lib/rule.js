'use strict';

const { Diagram } = require('./diagram');
const { executable } = require('./model');

/**
 * A rule of bpmnlint about the lifecycle of a file.
 *
 * @param check gets the diagram and a function that reports an element's id and a message
 */
module.exports = function rule(check) {
  return () => ({
    check(node, reporter) {
      if (node.$type !== 'bpmn:Definitions') return;
      const process = executable(node);
      if (process?.id) check(new Diagram(process), (id, message) => reporter.report(id, message));
    }
  });
};
