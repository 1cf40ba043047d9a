import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '@bpmn-io/element-templates-validator';
import { FOLDER, list, shown } from './files.mjs';

/** The Modeler finds these beside the diagrams; it silently leaves out what is not valid. */
const ids = new Set();
let faults = 0;

function fault(file, message) {
  console.error(`${shown(file)}: ${message}`);
  faults++;
}

for (const file of list(join(FOLDER, '.camunda', 'element-templates'), '.json')) {
  const template = JSON.parse(readFileSync(file, 'utf8'));
  const { valid, errors } = validate(template);
  if (!valid) errors.forEach(error => fault(file, `${error.dataPath ?? ''} ${error.message}`));
  if (ids.has(template.id)) fault(file, `the id ${template.id} is taken`);
  ids.add(template.id);
}
console.log(`${ids.size} element templates: ${faults ? faults + ' faults' : 'fine'}`);
process.exit(faults ? 1 : 0);
