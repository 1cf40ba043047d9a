import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from './diagram.mjs';
import { layout } from './layout.mjs';
import { lint } from './lint.mjs';

const box = ([x, y, width, height]) => `<dc:Bounds x="${x}" y="${y}" width="${width}" height="${height}"/>`;
const label = at => at ? `<bpmndi:BPMNLabel>${box(at)}</bpmndi:BPMNLabel>` : '';
const state = name => `<bpmn:extensionElements><camunda:properties><camunda:property name="state" value="${name}"/>
  </camunda:properties></bpmn:extensionElements>`;

/** start → work → done in one line; a test moves what it is about. */
async function drawn(changes = {}) {
  const shapes = { start: [100, 102, 36, 36], work: [200, 80, 100, 80], done: [400, 102, 36, 36], ...changes.shapes };
  const arrows = { go: [136, 120, 200, 120], end: [300, 120, 400, 120], ...changes.arrows };
  const labels = { done: [373, 142, 90, 14], end: [330, 102, 40, 14], ...changes.labels };
  const points = flat => flat.flatMap((x, i) => i % 2 ? [] : [`<di:waypoint x="${x}" y="${flat[i + 1]}"/>`]).join('');
  const { definitions } = await parse(`<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
      xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"
      xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:camunda="http://camunda.org/schema/1.0/bpmn"
      id="d" targetNamespace="t">
    <bpmn:process id="p" isExecutable="true" camunda:historyTimeToLive="P1D">
      <bpmn:startEvent id="start" name="start"><bpmn:outgoing>go</bpmn:outgoing></bpmn:startEvent>
      <bpmn:receiveTask id="work" name="${changes.name ?? 'work'}">${state('work')}
        <bpmn:incoming>go</bpmn:incoming><bpmn:outgoing>end</bpmn:outgoing></bpmn:receiveTask>
      <bpmn:endEvent id="done" name="done">${state('done')}<bpmn:incoming>end</bpmn:incoming></bpmn:endEvent>
      <bpmn:sequenceFlow id="go" sourceRef="start" targetRef="work"/>
      <bpmn:sequenceFlow id="end" name="finish" sourceRef="work" targetRef="done"/>
      ${changes.more ?? ''}
    </bpmn:process>
    <bpmndi:BPMNDiagram id="di"><bpmndi:BPMNPlane id="pl" bpmnElement="p">
      ${Object.entries(shapes).map(([id, at]) =>
        `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}">${box(at)}${label(labels[id])}</bpmndi:BPMNShape>`).join('')}
      ${Object.entries(arrows).map(([id, at]) =>
        `<bpmndi:BPMNEdge id="${id}_di" bpmnElement="${id}">${points(at)}${label(labels[id])}</bpmndi:BPMNEdge>`).join('')}
    </bpmndi:BPMNPlane></bpmndi:BPMNDiagram></bpmn:definitions>`);
  return definitions;
}

const faults = async changes => layout(await drawn(changes)).faults;

test('a plain row is fine', async () => {
  const definitions = await drawn();
  assert.deepEqual(layout(definitions), { faults: [], crossings: [] });
  assert.deepEqual(await lint(definitions), []);
});

test('shapes on shapes', async () => {
  assert.deepEqual(await faults({ shapes: { done: [280, 62, 36, 36] }, labels: { done: [273, 40, 90, 14], end: null },
    arrows: { end: [300, 120, 300, 98] } }), ['work and done overlap']);
});

test('a label on a shape, on an arrow, on a label, and far away', async () => {
  assert.deepEqual(await faults({ labels: { end: [250, 90, 60, 14] } }), ['the label of end lies on work']);
  assert.deepEqual(await faults({ labels: { end: [330, 114, 40, 14] } }), ['the label of end lies on the arrow end']);
  assert.deepEqual(await faults({ labels: { end: [398, 139, 40, 14], done: [373, 139, 90, 14] } }),
    ['the labels of done and end overlap']);
  assert.deepEqual(await faults({ labels: { done: [373, 182, 90, 14] } }), ['the label of done is 44 away from it']);
});

test('an arrow that ends beside its shape, and one that runs through another', async () => {
  assert.deepEqual(await faults({ arrows: { end: [300, 120, 390, 120] } }),
    ['end ends 10 away from the outline of done']);
  assert.deepEqual(await faults({
    more: '<bpmn:sequenceFlow id="skip" sourceRef="start" targetRef="done"/>',
    arrows: { skip: [118, 102, 118, 90, 418, 90, 418, 102] }
  }), ['skip runs through work']);
});

test('arrows that cross are counted, arrows on top of each other are a fault', async () => {
  const more = '<bpmn:sequenceFlow id="back" sourceRef="done" targetRef="start"/>';
  const crossed = layout(await drawn({ more, arrows: { back: [418, 102, 418, 60, 350, 60, 350, 180, 118, 180, 118, 138] },
    labels: { end: null } }));
  assert.deepEqual(crossed, { faults: [], crossings: ['end crosses back at 350,120'] });
  assert.deepEqual(await faults({ more, arrows: { back: [418, 102, 418, 60, 350, 60, 350, 120, 310, 120, 310, 180, 118, 180, 118, 138] },
    labels: { end: null } }), ['end and back run on top of each other']);
});

test('a way to the end that leads to the left', async () => {
  assert.deepEqual(await faults({ shapes: { done: [20, 202, 36, 36] }, labels: { done: null, end: null },
    arrows: { end: [250, 160, 250, 220, 56, 220] } }), ['end is on the way to an end and leads 212 to the left']);
});

test('a name that does not fit, and an element that nobody drew', async () => {
  assert.deepEqual(await faults({ name: 'waiting_for_a_very_long_decision' }),
    ["the name of work does not fit into its box: 'waiting_for_a_very_long_decision'"]);
  assert.deepEqual(await faults({ more: '<bpmn:receiveTask id="lost" name="lost"/>' }), ['lost is not drawn']);
});
