import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { diagrams, key, picture, ROOT, shown } from './files.mjs';
import { read } from './diagram.mjs';
import { layout } from './layout.mjs';
import { lint } from './lint.mjs';

const allowed = JSON.parse(readFileSync(new URL('crossings.json', import.meta.url), 'utf8'));

/** Ties a picture to the diagram that it shows. */
export function digest(file) {
  return createHash('sha256').update(readFileSync(file, 'utf8').replaceAll('\r', '')).digest('hex').slice(0, 16);
}

export function pictureFaults(file) {
  if (!picture(file)) return [];
  const drawn = existsSync(picture(file)) && readFileSync(picture(file), 'utf8').includes(`diagram:${digest(file)}`);
  return drawn ? [] : [`the picture ${shown(picture(file))} does not show this diagram:`
    + ` run node ${shown(ROOT + '/tools/diagrams/render.mjs')} ${shown(file)}`];
}

async function check(file) {
  const { definitions, warnings } = await read(file);
  const { faults, crossings } = layout(definitions);
  const many = allowed[key(file)] ?? 0;
  const crossed = crossings.length > many
    ? [...crossings, `${crossings.length} crossings, ${many} allowed by crossings.json`] : [];
  const all = [...warnings, ...await lint(definitions), ...faults, ...crossed, ...pictureFaults(file)];
  all.forEach(fault => console.error(`${shown(file)}: ${fault}`));
  console.log(`${shown(file)}: ${all.length ? all.length + ' faults' : 'fine'}, ${crossings.length} crossings`);
  return all.length;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  let faults = 0;
  for (const file of diagrams(process.argv.slice(2))) faults += await check(file);
  process.exit(faults ? 1 : 0);
}
