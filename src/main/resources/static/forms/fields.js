import { el, newId, resolve, title, type, words } from './dom.js';
import { parseDuration, UNITS } from './durations.js';
import { Alternatives, List, Structure, Table } from './groups.js';
import { suggest } from './suggesting.js';

/**
 * A field for a JSON schema. Each can say its value (undefined when nothing was entered), be given one,
 * and show what is wrong with it or, by path, with a part of it.
 */
export function field(schema, name, required, root = schema, inList = false) {
  const shape = resolve(schema, root);
  const options = { schema: shape, name, required, root, inList, label: title(shape, name) };
  const values = choices(shape);
  if (values.length) return new Choice(options, values);
  switch (type(shape)) {
    case 'string': return shape.format === 'duration' ? new Duration(options) : new Text(options);
    case 'integer':
    case 'number': return new Numeral(options);
    case 'boolean': return required ? new Check(options) : new Choice(options, [true, false].map(value => ({ value, text: value ? 'Yes' : 'No' })));
    case 'array': return new List(options, field);
    case 'object': return shape.properties ? new Structure(options, field) : new Table(options, field);
    default: return shape.oneOf || shape.anyOf ? new Alternatives(options, field) : new Raw(options);
  }
}

/** The values to choose from; none if the schema names none. One of several shapes can be a list of the usual values. */
export function choices(schema) {
  const named = schema.oneOf ?? schema.anyOf;
  const given = schema.enum ?? ('const' in schema ? [schema.const] : named?.find(one => one.enum)?.enum);
  if (given) return given.filter(value => value !== null).map(value => ({ value, text: schema.labels?.[value] ?? (typeof value === 'string' ? words(value) : String(value)) }));
  return named?.every(one => 'const' in one) ? named.map(one => ({ value: one.const, text: one.title ?? words(one.const) })) : [];
}

/** One input with its label, its explanation and its faults. */
class Input {
  constructor(options, input) {
    this.input = input;
    input.id = newId();
    input.name = options.name;
    this.faults = el('div', { class: 'baton-fault', role: 'alert', id: newId(), hidden: true });
    const hint = options.schema.description ? el('div', { class: 'baton-hint', id: newId() }, options.schema.description) : null;
    input.setAttribute('aria-describedby', [hint?.id, this.faults.id].filter(Boolean).join(' '));
    if (options.required) input.setAttribute('aria-required', 'true');
    suggest(input, options.schema);
    this.element = el('div', { class: 'form-group baton-field', 'data-field': options.name },
      el('label', { for: input.id }, options.label, options.required ? '' : el('small', {}, ' optional')),
      hint, input, this.faults);
  }

  fault(path, message) {
    this.faults.hidden = false;
    this.faults.append(el('div', {}, [...path, message].join(': ')));
    this.element.classList.add('has-error');
    this.input.setAttribute('aria-invalid', 'true');
  }

  clear() {
    this.faults.hidden = true;
    this.faults.replaceChildren();
    this.element.classList.remove('has-error');
    this.input.removeAttribute('aria-invalid');
  }

  set(value) {
    this.input.value = value ?? '';
  }
}

class Text extends Input {
  constructor(options) {
    const { schema } = options;
    const kind = { date: 'date', 'date-time': 'datetime-local', email: 'email', uri: 'url' }[schema.format];
    const short = kind || schema.format || schema.pattern && !(schema.maxLength > 400) || schema.maxLength <= 120 || options.inList;
    const attributes = { class: 'form-control', placeholder: schema.examples?.[0], maxlength: schema.maxLength };
    super(options, short ? el('input', { ...attributes, type: kind ?? 'text' }) : el('textarea', { ...attributes, rows: schema.maxLength <= 1000 ? 1 : 3 }));
    this.moment = kind === 'datetime-local';
    if (schema.default !== undefined) this.set(schema.default);
  }

  value() {
    const text = this.input.value;
    if (text.trim() === '') return undefined;
    return this.moment && !isNaN(new Date(text)) ? new Date(text).toISOString() : text;
  }
}

class Numeral extends Input {
  constructor(options) {
    const { schema } = options;
    super(options, el('input', {
      class: 'form-control baton-number', type: 'text', inputmode: 'decimal', autocomplete: 'off',
      placeholder: schema.examples?.[0]
    }));
    if (schema.default !== undefined) this.set(schema.default);
  }

  /** What is no number goes as it is, so that the server says what is wrong with it. */
  value() {
    const text = this.input.value.trim();
    if (text === '') return undefined;
    return isNaN(Number(text)) ? text : Number(text);
  }
}

class Check extends Input {
  constructor(options) {
    super(options, el('input', { type: 'checkbox' }));
    this.element.classList.add('baton-check');
    this.set(options.schema.default);
  }

  value() {
    return this.input.checked;
  }

  set(value) {
    this.input.checked = value === true;
  }
}

class Choice extends Input {
  constructor(options, values) {
    super(options, el('select', { class: 'form-control' },
      el('option', { value: '' }, 'Choose …'), values.map(one => el('option', { value: String(one.value) }, one.text))));
    this.values = values;
    this.set(options.schema.default ?? (options.required && values.length === 1 ? values[0].value : undefined));
  }

  value() {
    return this.values.find(one => String(one.value) === this.input.value)?.value;
  }

  set(value) {
    this.input.value = this.values.some(one => one.value === value) ? String(value) : '';
  }
}

/** A number and its unit; sent as an ISO-8601 duration. */
class Duration extends Input {
  constructor(options) {
    const description = options.schema.description?.replace(/,? (as|in) an ISO-8601 duration.*$/, '');
    super({ ...options, schema: { ...options.schema, description } }, el('input', { class: 'form-control baton-number', type: 'text', inputmode: 'numeric', autocomplete: 'off' }));
    this.unit = el('select', { class: 'form-control baton-unit', 'aria-label': options.label + ': unit' }, Object.entries(UNITS).map(([value, text]) => el('option', { value }, text)));
    this.element.replaceChild(el('div', { class: 'baton-duration' }, this.unit), this.input);
    this.unit.before(this.input);
    this.set(options.schema.default);
  }

  /** What is no whole number goes as it is, so that the server says what is wrong with it. */
  value() {
    const text = this.input.value.trim();
    return text === '' ? undefined : /^\d+$/.test(text) ? this.unit.value.replace('n', text) : text;
  }

  set(value) {
    const [amount, unit] = parseDuration(value);
    this.input.value = amount;
    this.unit.value = unit;
  }
}

/** Where a schema says too little to make a form of it. */
class Raw extends Input {
  constructor(options) {
    super(options, el('textarea', { class: 'form-control baton-raw', rows: 3, placeholder: 'text or JSON' }));
  }

  value() {
    const text = this.input.value.trim();
    if (text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }

  set(value) {
    super.set(value === undefined || typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  }
}
