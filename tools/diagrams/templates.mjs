import { validateAll } from '@bpmn-io/element-templates-validator';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDER, list, shown } from './files.mjs';

export const TEMPLATES = join(FOLDER, '.camunda', 'element-templates');

/** What the Modeler would not take in a file of templates, one line each. */
export function faults(text) {
  let templates;
  try {
    templates = JSON.parse(text);
  } catch (e) {
    return [`not JSON: ${e.message}`];
  }
  if (!Array.isArray(templates) || !templates.length) return ['not a list of templates'];
  const { results } = validateAll(templates);
  return results.flatMap(({ object, errors }) => (errors ?? [])
    .map(error => `${object?.id ?? 'a template without id'}: ${error.instancePath || 'the template'} ${error.message}`));
}

/** The Modeler takes the first of two templates with one id and drops the other. */
export function twice(ids) {
  return [...new Set(ids.filter((id, i) => ids.indexOf(id) !== i))].map(id => `${id} is there twice`);
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const files = process.argv.length > 2 ? process.argv.slice(2) : list(TEMPLATES, '.json');
  const found = files.flatMap(file => faults(readFileSync(file, 'utf8')).map(fault => `${shown(file)}: ${fault}`));
  const all = found.length ? found : twice(files.flatMap(file => JSON.parse(readFileSync(file, 'utf8')).map(t => t.id)));
  all.forEach(fault => console.error(fault));
  console.log(`${files.length} files of templates: ${all.length ? all.length + ' faults' : 'fine'}`);
  process.exit(all.length ? 1 : 0);
}
