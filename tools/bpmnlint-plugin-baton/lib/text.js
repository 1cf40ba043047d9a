'use strict';

const vocabulary = require('../vocabulary.json');

const NAME = new RegExp(`^(?:${vocabulary.name})$`);
const FIELD = 'task.';
const STEM = 4;

/** What most names in a diagram look like: letters, digits, '-' and '_'. */
function isName(text) {
  return NAME.test(text);
}

/** `lead, human` as a list. */
function list(text) {
  return (text ?? '').split(/[, \t\n\v\f\r]+/).filter(word => word);
}

function isBlank(text) {
  return text === undefined || text === null || !String(text).trim();
}

/** The field that `task.helpers` names; null for a group or a role. */
function fieldOf(term) {
  return term?.startsWith(FIELD) ? term.slice(FIELD.length) : null;
}

function isExpression(text) {
  return text.includes('${') || text.includes('#{');
}

/** One line of at most 80 characters, for messages. */
function shorten(text) {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 80 ? line.slice(0, 80) + '…' : line;
}

/** `subProcess` as words: sub process. */
function words(type) {
  return type.replace(/([A-Z])/g, ' $1').trim().toLowerCase();
}

/** The known property that a misspelt one most likely stands for; undefined if none is close. */
function nearest(name) {
  const lower = name.trim().toLowerCase();
  const limit = Math.max(2, Math.floor(lower.length / 3));
  if (lower.length > 64) return undefined;
  return vocabulary.words
    .map(word => ({ name: word.name, distance: distance(lower, word.name.toLowerCase()) }))
    .filter(known => known.distance <= limit
      || lower.length >= STEM && known.name.startsWith(lower.slice(0, STEM)))
    .reduce((best, known) => best && best.distance <= known.distance ? best : known, undefined)?.name;
}

/** How many letters have to be added, removed or replaced to get from one text to the other. */
function distance(from, to) {
  let before = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const now = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = before[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      now[j] = Math.min(replaced, 1 + before[j], 1 + now[j - 1]);
    }
    before = now;
  }
  return before[to.length];
}

module.exports = { isName, list, isBlank, fieldOf, isExpression, shorten, words, nearest };
