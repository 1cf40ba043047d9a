/** Makes an element. Texts become text nodes, never HTML: what a task holds was written by anybody. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      made.addEventListener(name, value);
    } else if (value === true) {
      made.setAttribute(name, '');
    } else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(name, value);
    }
  }
  made.append(...children.flat().filter(child => child !== null && child !== undefined && child !== ''));
  return made;
}

let made = 0;

/** An id that no other element has. */
export function newId() {
  return 'baton-' + ++made;
}

/** A name as people say it: finalReport and final_report are both "Final report". */
export function words(name) {
  const text = String(name).replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ').trim();
  const low = text === text.toUpperCase() ? text.toLowerCase() : text.replace(/ ([A-Z])(?=[a-z])/g, m => m.toLowerCase());
  return low.charAt(0).toUpperCase() + low.slice(1);
}

/** What somebody does who takes a trigger: as the diagram says it, or else the trigger's name. */
export function action(option) {
  return option.label ?? words(option.trigger);
}

/** The same for a step of the history. */
export function actionOf(step, lifecycle) {
  const ways = lifecycle ? lifecycle.transitions.concat(lifecycle.within ?? []) : [];
  return ways.find(way => way.trigger === step.trigger && way.label)?.label ?? words(step.trigger);
}

export function title(schema, name) {
  return schema?.title || words(name);
}

/** The schema itself, where it only refers to another part of the same document. */
export function resolve(schema, root) {
  let found = schema;
  for (let i = 0; i < 10 && typeof found?.$ref === 'string'; i++) {
    const { $ref, ...own } = found;
    const target = $ref.replace(/^#\/?/, '').split('/').filter(Boolean)
      .reduce((node, part) => node?.[decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~')], root);
    found = { ...target, ...own };
  }
  return found && typeof found === 'object' ? found : {};
}

export function type(schema) {
  const types = [].concat(schema.type ?? []).filter(one => one !== 'null');
  return types[0] ?? (schema.properties ? 'object' : schema.items ? 'array' : undefined);
}
