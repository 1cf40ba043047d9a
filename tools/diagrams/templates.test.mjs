import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { list } from './files.mjs';
import { faults, TEMPLATES, twice } from './templates.mjs';

const files = list(TEMPLATES, '.json');
const templates = files.flatMap(file => JSON.parse(readFileSync(file, 'utf8')));

test('the Modeler takes every template', () => {
  assert.ok(templates.length > 0);
  for (const file of files) assert.deepEqual(faults(readFileSync(file, 'utf8')), []);
  assert.deepEqual(twice(templates.map(template => template.id)), []);
});

test('what the Modeler would not take is named', () => {
  assert.match(faults('{')[0], /not JSON/);
  assert.deepEqual(faults('{}'), ['not a list of templates']);
  const wrong = [{ ...templates[0], properties: [{ type: 'Boolean', binding: { type: 'camunda:property', name: 'x' } }] }];
  assert.match(faults(JSON.stringify(wrong))[0], new RegExp(`^${templates[0].id}: /properties/0`));
  assert.deepEqual(twice(['a', 'b', 'a']), ['a is there twice']);
});

test('a list of choices begins with the one that is chosen', () => {
  for (const { id, properties } of templates) {
    for (const { choices, value } of properties.filter(property => property.choices)) {
      assert.equal(choices[0].value, value, id);
    }
  }
});
