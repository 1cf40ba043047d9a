import { el, resolve, title, type, words } from './dom.js';
import { durationWords } from './durations.js';

const LONG = 600;
const MANY = 20;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** A text that is an address and nothing else. */
const LINK = /^https?:\/\/[^\s<>"']{1,2000}$/;

/** A document as people read it: texts, lists and tables under the titles of its schema; null if there is nothing in it. */
export function reading(value, schema = {}, root = schema, depth = 0) {
  if (empty(value)) return null;
  const shape = resolve(schema, root);
  if (Array.isArray(value)) return list(value, resolve(shape.items ?? {}, root), root, depth);
  if (typeof value === 'object') return structure(value, shape, root, depth);
  return scalar(value, shape);
}

export function empty(value) {
  return value === null || value === undefined || value === ''
    || typeof value === 'object' && Object.values(value).every(empty);
}

export function moment(text) {
  const at = new Date(text);
  return el('time', { datetime: text, title: text }, at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }));
}

let richText = () => null;

/** Has texts shown by a function that makes an element of a text, or null if it is to be shown as it is. */
export function showTextsWith(make) {
  richText = make;
}

function scalar(value, shape = {}) {
  if (typeof value === 'boolean') return el('span', {}, value ? 'yes' : 'no');
  const duration = shape.format === 'duration' && durationWords(value);
  if (duration) return el('span', {}, duration);
  const known = shape.enum ?? shape.anyOf?.find(one => one.enum)?.enum;
  if (known?.includes(value) && typeof value === 'string') return el('span', {}, words(value));
  const text = String(value);
  if (MOMENT.test(text)) return moment(text);
  if (LINK.test(text)) return el('a', { href: text, rel: 'noopener noreferrer', target: '_blank' }, text);
  const rich = typeof value === 'string' ? richText(value) : null;
  if (rich) return rich;
  if (text.length > LONG) {
    return el('details', { class: 'baton-text' }, el('summary', {}, text.slice(0, 140) + ' …'), el('div', {}, text));
  }
  return el('span', { class: 'baton-text' }, text);
}

function isScalar(value) {
  return value === null || typeof value !== 'object';
}

/** The newest are at the end and matter most. */
function list(values, shape, root, depth) {
  const shown = values.slice(-MANY);
  const before = values.length - shown.length;
  const note = before ? el('div', { class: 'baton-hint' }, `The last ${shown.length} of ${values.length}`) : null;
  const flat = shown.every(one => one && !isScalar(one) && !Array.isArray(one) && Object.values(one).every(isScalar));
  const names = flat ? [...new Set(shown.flatMap(Object.keys))].filter(name => !shown.some(one => internal(name, one[name]))) : [];
  if (flat && names.length <= 6 && (shown.length > 1 || names.length > 1)) return el('div', {}, note, table(shown, names, shape, root));
  return el('div', {}, note, el('ul', { class: 'baton-list' },
    shown.map(one => el('li', {}, reading(one, shape, root, depth + 1) ?? '–'))));
}

function table(rows, names, shape, root) {
  return el('table', { class: 'table table-condensed' },
    el('thead', {}, el('tr', {}, names.map(name => el('th', {}, heading(shape, name, root))))),
    el('tbody', {}, rows.map(row => el('tr', {}, names.map(name => el('td', {}, empty(row[name]) ? '' : scalar(row[name], resolve(shape.properties?.[name] ?? {}, root))))))));
}

function structure(value, shape, root, depth) {
  if (depth > 4) return el('span', { class: 'baton-text' }, JSON.stringify(value));
  return el('dl', { class: 'baton-parts' }, Object.entries(value).filter(([name, part]) => !empty(part) && !internal(name, part)).flatMap(([name, part]) => {
    const place = { class: wide(part) ? 'baton-wide' : null };
    return [el('dt', place, heading(shape, name, root)), el('dd', place, reading(part, shape.properties?.[name] ?? {}, root, depth + 1))];
  }));
}

/** What needs the whole width, below its name. */
function wide(value) {
  return !isScalar(value) || typeof value === 'string' && (value.length > LONG || value.includes('\n'));
}

/** Ids that only programs use. */
function internal(name, value) {
  return /^(id|userTask)$|Id$/.test(name) && /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value);
}

function heading(shape, name, root) {
  return title(resolve(shape.properties?.[name] ?? {}, root), name);
}
