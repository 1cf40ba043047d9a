'use strict';

const rule = require('../lib/rule');
const { isExpression } = require('../lib/text');

const MAX_LENGTH = 100;
const SHORTEST_CYCLE = 1; // seconds; a server can have another limit
const DURATION = /^P(?!$)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(?:\.\d+)?S)?)?$/;
const WEEKS = /^P\d{1,6}W$/;
const UNITS = { H: 3600, M: 60, S: 1 };

/** Times that can't be read, never come, or come too often. Cron expressions and dates are mostly up to the server. */
module.exports = rule((diagram, report) => {
  for (const node of diagram.nodes) {
    for (const timer of node.element.eventDefinitions ?? []) {
      if (timer.$type === 'bpmn:TimerEventDefinition') check(node, timer, message => report(node.id, message));
    }
  }
});

function check(node, timer, report) {
  if (node.kind === 'TIMER_EVENT' && timer.timeCycle) {
    report('a task waits here once: give the timer a date or a duration, not a cycle');
  }
  const times = ['timeDuration', 'timeDate', 'timeCycle'].filter(name => timer[name]);
  const text = (timer[times[0]]?.body ?? '').trim();
  if (times.length !== 1 || !text) {
    report('the timer needs one time: a duration such as PT15M, a date or a cycle');
  } else if (!isExpression(text)) {
    const fault = text.length > MAX_LENGTH ? `the timer can't be read: it has more than ${MAX_LENGTH} characters`
      : { timeDuration: ofDuration, timeDate: ofDate, timeCycle: ofCycle }[times[0]](text);
    if (fault) report(fault);
  }
}

function unreadable(text) {
  return `the timer can't be read: '${text}' is no ISO-8601 duration, date or cycle`;
}

function isDuration(text) {
  return DURATION.test(text) || WEEKS.test(text);
}

function ofDuration(text) {
  if (text.startsWith('R')) return `'${text}' is a cycle: use a timer of that type, or leave R/ out`;
  if (text.includes('/')) return null;
  if (!isDuration(text)) return unreadable(text);
  return isTooShort(text) ? `the timer would fire at once: '${text}' is less than PT${SHORTEST_CYCLE}S`
    + ' (baton.diagrams.shortest-cycle)' : null;
}

function ofDate(text) {
  return /^[-+\dTP]/.test(text) ? null : unreadable(text);
}

function ofCycle(text) {
  if (!text.startsWith('R')) return null;
  const [times, ...parts] = text.split('/');
  if (!parts.length || parts.length > 2 || !/^R\d*$/.test(times) || /^R0+$/.test(times)) return unreadable(text);
  if (!/^[-+\dTP]/.test(parts[0])) return unreadable(text);
  const period = parts.find(part => part.startsWith('P'));
  if (period === undefined) return null;
  if (!isDuration(period)) return unreadable(text);
  return isTooShort(period) ? `the timer would fire too often: '${text}' repeats in less than PT${SHORTEST_CYCLE}S`
    + ' (baton.diagrams.shortest-cycle)' : null;
}

/** Days and longer parts are never too short, unless there are none of them. */
function isTooShort(period) {
  const [days, time = ''] = period.split('T');
  const seconds = [...time.matchAll(/([\d.]+)([HMS])/g)].reduce((sum, [, count, unit]) => sum + count * UNITS[unit], 0);
  return !/[1-9]/.test(days) && seconds < SHORTEST_CYCLE;
}
