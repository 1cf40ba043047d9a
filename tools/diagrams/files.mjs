import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const FOLDER = join(ROOT, 'bpmn');

/** Folders whose diagrams have a picture, and where it is. */
const PICTURES = new Map([
  [FOLDER, join(ROOT, 'docs', 'lifecycles')],
  [join(ROOT, 'docs', 'diagrams'), join(ROOT, 'docs', 'diagrams')]
]);

/** The files named on the command line, or all the diagrams of the folder. */
export function diagrams(named) {
  return named.length ? named : list(FOLDER, '.bpmn');
}

export function list(folder, ending) {
  return readdirSync(folder).filter(name => name.endsWith(ending)).sort().map(name => join(folder, name));
}

export function key(file) {
  return basename(file, '.bpmn');
}

export function shown(file) {
  return relative(process.cwd(), file) || file;
}

/** The path of a diagram's picture; null if it has none. */
export function picture(file) {
  const folder = PICTURES.get(resolve(dirname(file)));
  return folder ? join(folder, key(file) + '.svg') : null;
}

export function pictured() {
  return [...PICTURES.keys()].flatMap(folder => list(folder, '.bpmn'));
}
