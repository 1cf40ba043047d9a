import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { bundle } from '../bpmnlint-plugin-baton/bundle.mjs';
import { parse } from './diagram.mjs';

const require = createRequire(import.meta.url);
const { Linter } = require('bpmnlint');
const NodeResolver = require('bpmnlint/lib/resolver/node-resolver');
const { BpmnModdle } = await import('bpmn-moddle');

const PLUGIN = new URL('../bpmnlint-plugin-baton/', import.meta.url);

/** A lifecycle with a misspelt property. */
const XML = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:camunda="http://camunda.org/schema/1.0/bpmn" id="d" targetNamespace="t">
  <bpmn:process id="p" isExecutable="true" camunda:historyTimeToLive="P1D">
    <bpmn:startEvent id="begin"/>
    <bpmn:receiveTask id="open"><bpmn:extensionElements><camunda:properties>
      <camunda:property name="state" value="open"/></camunda:properties></bpmn:extensionElements></bpmn:receiveTask>
    <bpmn:endEvent id="done"><bpmn:extensionElements><camunda:properties>
      <camunda:property name="state" value="done"/></camunda:properties></bpmn:extensionElements></bpmn:endEvent>
    <bpmn:sequenceFlow id="begin__open" sourceRef="begin" targetRef="open"/>
    <bpmn:sequenceFlow id="open__finish" name="finish" sourceRef="open" targetRef="done"><bpmn:extensionElements>
      <camunda:properties><camunda:property name="role" value="lead"/></camunda:properties>
    </bpmn:extensionElements></bpmn:sequenceFlow>
  </bpmn:process>
</bpmn:definitions>`;

const SAID = { 'baton/properties': ["open__finish: 'role' is no property of a lifecycle: did you mean 'roles'?"] };

async function lint(options, definitions) {
  const results = await new Linter(options).lint(definitions);
  return Object.fromEntries(Object.entries(results)
    .map(([rule, reports]) => [rule, reports.map(({ id, message }) => `${id}: ${message}`)]));
}

const recommended = { config: { extends: 'plugin:baton/recommended' }, resolver: new NodeResolver({ require }) };

test('the plug-in names the mistake', async () => {
  assert.deepEqual(await lint(recommended, (await parse(XML)).definitions), SAID);
});

test('also where the extensions of Camunda are not known', async () => {
  assert.deepEqual(await lint(recommended, (await new BpmnModdle().fromXML(XML)).rootElement), SAID);
});

test('every rule is in the recommended configuration', () => {
  const { configs, rules } = require('bpmnlint-plugin-baton');
  const files = readdirSync(new URL('rules', PLUGIN)).map(name => name.replace('.js', '')).sort();
  assert.deepEqual(Object.keys(configs.recommended.rules).sort(), files);
  assert.deepEqual(Object.keys(rules).sort(), files);
});

test('the script for the Modeler is up to date', () => {
  assert.equal(readFileSync(new URL('modeler.js', PLUGIN), 'utf8'), bundle(),
    'run node tools/bpmnlint-plugin-baton/bundle.mjs');
});

test('the script for the Modeler registers the same rules', async () => {
  const window = {};
  runInNewContext(readFileSync(new URL('modeler.js', PLUGIN), 'utf8'), { window });
  const [{ plugin, type }] = window.plugins;
  assert.equal(type, 'lintRules.bpmn');
  assert.equal(plugin.config.rules['no-duplicate-sequence-flows'], 'off');
  delete plugin.config.rules['no-duplicate-sequence-flows']; // a rule of the Modeler's resolver
  assert.deepEqual(await lint(plugin, (await parse(XML)).definitions), SAID);
  assert.throws(() => plugin.resolver.resolveRule('bpmnlint', 'label-required'));
});
