import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { FOLDER, list } from './files.mjs';
import { read } from './diagram.mjs';

const require = createRequire(import.meta.url);
const { Linter } = require('bpmnlint');
const NodeResolver = require('bpmnlint/lib/resolver/node-resolver');

/** What the rules of our plug-in alone find in the diagrams of a folder: for each file a list of ids and messages, as JSON. */
const linter = new Linter({
  config: { extends: 'plugin:baton/recommended' },
  resolver: new NodeResolver({ require })
});
const findings = {};
for (const file of list(process.argv[2] ?? FOLDER, '.bpmn')) {
  const { definitions } = await read(file);
  const reports = Object.values(await linter.lint(definitions)).flat();
  findings[basename(file)] = reports.map(({ id, message }) => ({ element: id ?? null, message }));
}
console.log(JSON.stringify(findings));
