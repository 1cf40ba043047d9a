import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const HERE = new URL('.', import.meta.url);
const OUTPUT = new URL('modeler.js', HERE);
const { configs } = createRequire(import.meta.url)('./index.js');

function sources() {
  const files = folder => readdirSync(new URL(folder, HERE)).sort().map(name => folder + name);
  return [...files('lib/'), ...files('rules/')];
}

/** Two triggers may lead to the same state, which the Modeler's own rules call a duplicate. */
function rules() {
  const own = Object.entries(configs.recommended.rules).map(([name, level]) => ['baton/' + name, level]);
  return Object.fromEntries([...own, ['no-duplicate-sequence-flows', 'off']]);
}

/** All modules in one script: the Modeler loads one file, and no modules. */
export function bundle() {
  const text = path => readFileSync(new URL(path, HERE), 'utf8').trimEnd();
  const modules = sources().map(path =>
    `  '${path.replace('.js', '')}': function(module, require) {\n${text(path)}\n  }`);
  return `// made by node bundle.mjs from lib, rules and vocabulary.json
(function() {
const modules = {
  'vocabulary.json': function(module) {
module.exports = ${text('vocabulary.json')};
  },
${modules.join(',\n')}
};
const loaded = {};
function load(path) {
  if (!loaded[path]) {
    loaded[path] = { exports: {} };
    modules[path](loaded[path], name => load(resolve(path, name)));
  }
  return loaded[path].exports;
}
function resolve(from, name) {
  return name.startsWith('../') ? name.slice(3) : from.split('/')[0] + name.slice(1);
}
const resolver = {
  resolveRule(pkg, name) {
    if (pkg !== 'bpmnlint-plugin-baton' || !modules['rules/' + name]) throw new Error('no rule ' + pkg + '/' + name);
    return load('rules/' + name);
  },
  resolveConfig(pkg, name) {
    throw new Error('no configuration ' + pkg + '/' + name);
  }
};
const rules = ${JSON.stringify(rules(), null, 2)};
window.plugins = window.plugins || [];
window.plugins.push({ plugin: { config: { rules }, resolver }, type: 'lintRules.bpmn' });
})();
`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) writeFileSync(OUTPUT, bundle());
