import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const FOLDER = join(ROOT, 'bpmn');

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

export function picture(file) {
  return join(ROOT, 'docs', 'lifecycles', key(file) + '.svg');
}
