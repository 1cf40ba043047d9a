import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictureFaults } from './check.mjs';
import { pictured } from './files.mjs';

test('every picture shows its diagram as it is', () => {
  assert.ok(pictured().length > 6);
  assert.deepEqual(pictured().flatMap(pictureFaults), []);
});
