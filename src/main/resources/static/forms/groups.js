import { el, newId, resolve, title, type, words } from './dom.js';

/** Fields that belong together, with faults of their own and those of the parts, found by path. */
class Group {
  constructor(options, ...content) {
    this.options = options;
    this.faults = el('div', { class: 'baton-fault', role: 'alert', hidden: true });
    this.faults.id = newId();
    this.element = el('fieldset', { class: 'baton-group', 'data-field': options.name, 'aria-describedby': this.faults.id },
      options.label ? el('legend', {}, options.label, options.required ? '' : el('small', {}, ' optional')) : null,
      options.schema.description ? el('div', { class: 'baton-hint' }, options.schema.description) : null,
      this.faults, ...content);
  }

  fault(path, message) {
    const [first, ...rest] = path;
    const missing = path.length ? null : /^'([^']+)' is missing$/.exec(message)?.[1];
    const part = this.part(missing ?? first);
    if (part) {
      part.fault(rest, missing ? 'This is needed.' : message);
    } else {
      this.faults.hidden = false;
      this.element.classList.add('has-error');
      this.faults.append(el('div', {}, [...path.map(words), message].join(': ')));
    }
  }

  clear() {
    this.faults.hidden = true;
    this.faults.replaceChildren();
    this.element.classList.remove('has-error');
    this.parts().forEach(part => part.clear());
  }
}

export class Structure extends Group {
  constructor(options, field) {
    const { schema, root } = options;
    const fields = new Map(Object.entries(schema.properties).map(([name, part]) =>
      [name, field(part, name, (schema.required ?? []).includes(name), root)]));
    super(options, ...[...fields.values()].map(part => part.element));
    this.fields = fields;
  }

  parts() {
    return [...this.fields.values()];
  }

  part(name) {
    return this.fields.get(name);
  }

  /** An optional part that was left alone is not there; check boxes alone do not make it. */
  value() {
    const found = {};
    let entered = this.options.required && !this.options.inList; // a row that nobody filled in is none
    for (const [name, part] of this.fields) {
      const value = part.value();
      if (value !== undefined) found[name] = value;
      entered ||= value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
    }
    return entered ? found : undefined;
  }

  set(value) {
    for (const [name, part] of this.fields) part.set(value?.[name]);
  }
}

export class List extends Group {
  constructor(options, field) {
    const rows = el('ol', { class: 'baton-rows' });
    const add = el('button', { type: 'button', class: 'btn btn-default btn-sm', click: () => this.add().focus() }, 'Add');
    super(options, rows, add);
    this.field = field;
    this.rows = rows;
    this.button = add;
    this.items = [];
    this.set(undefined);
  }

  add(value) {
    const { schema, root } = this.options;
    const shape = resolve(schema.items ?? {}, root);
    const item = this.field(shape, shape.title ?? 'entry', true, root, true);
    if (type(shape) !== 'array') item.element.classList.add('baton-plain'); // the number of the row says enough
    const row = el('li', {}, item.element, el('button', {
      type: 'button', class: 'btn btn-link btn-sm', 'aria-label': 'Remove', title: 'Remove',
      click: () => {
        this.items = this.items.filter(one => one.item !== item);
        row.remove();
        this.bound();
      }
    }, '✕'));
    this.items.push({ item, row });
    this.rows.append(row);
    if (value !== undefined) item.set(value);
    this.bound();
    return row.querySelector('input, textarea, select') ?? row;
  }

  bound() {
    this.button.disabled = this.items.length >= (this.options.schema.maxItems ?? Infinity);
  }

  parts() {
    return this.items.map(one => one.item);
  }

  part(name) {
    return this.shown[name];
  }

  /** Rows that nobody filled in do not count; faults are numbered by those that do. */
  value() {
    this.shown = this.parts().filter(item => item.value() !== undefined);
    const values = this.shown.map(item => item.value());
    return values.length || this.options.required ? values : undefined;
  }

  set(values) {
    const { schema, required } = this.options;
    this.items = [];
    this.shown = [];
    this.rows.replaceChildren();
    (values ?? []).forEach(value => this.add(value));
    for (let i = this.items.length; required && i < Math.max(1, Math.min(schema.minItems ?? 1, 20)); i++) this.add();
    this.bound();
  }
}

/** An object whose names are free: rows of a name and a value. */
export class Table extends Group {
  constructor(options, field) {
    const { schema, root } = options;
    const row = {
      type: 'object', required: ['name'],
      properties: { name: { type: 'string', maxLength: 100 }, value: resolve(schema.additionalProperties ?? {}, root) }
    };
    const list = new List({ schema: { items: row }, name: options.name, required: false, root, label: '' }, field);
    super(options, list.element);
    this.list = list;
  }

  parts() {
    return [this.list];
  }

  part() {
    return undefined;
  }

  value() {
    const rows = this.list.value() ?? [];
    return rows.length || this.options.required
      ? Object.fromEntries(rows.map(row => [row.name ?? '', row.value ?? null])) : undefined;
  }

  set(value) {
    this.list.set(Object.entries(value ?? {}).map(([name, one]) => ({ name, value: one })));
  }
}

/** What people call the kinds of values. */
const KINDS = { string: 'Text', number: 'Number', integer: 'Number', boolean: 'Yes or no', array: 'List', object: 'Several fields' };

/** One of several shapes; a person picks which. */
export class Alternatives extends Group {
  constructor(options, field) {
    const { schema, root, required } = options;
    const shapes = (schema.oneOf ?? schema.anyOf).map(one => resolve(one, root));
    const place = el('div');
    const select = el('select', { class: 'form-control', 'aria-label': options.label, change: () => this.show() },
      el('option', { value: '' }, ''),
      shapes.map((shape, i) => el('option', { value: i }, title(shape, shape.description ?? KINDS[type(shape)] ?? 'other'))));
    super(options, select, place);
    this.select = select;
    this.place = place;
    this.kinds = shapes.map(shape => type(shape) === 'integer' ? 'number' : type(shape));
    this.fields = shapes.map(shape => field(shape, options.name, true, root));
    select.value = required ? 0 : '';
    this.show();
  }

  chosen() {
    return this.select.value === '' ? undefined : this.fields[this.select.value];
  }

  show() {
    this.place.replaceChildren(...this.parts().map(part => part.element));
  }

  parts() {
    return [this.chosen()].filter(Boolean);
  }

  fault(path, message) {
    const part = this.chosen();
    if (part) part.fault(path, message);
    else super.fault(path, message);
  }

  part() {
    return undefined;
  }

  value() {
    return this.chosen()?.value();
  }

  set(value) {
    const kind = Array.isArray(value) ? 'array' : typeof value;
    const at = this.kinds.indexOf(kind);
    this.select.value = value === undefined && !this.options.required ? '' : Math.max(at, 0);
    this.show();
    this.chosen()?.set(value);
  }
}
