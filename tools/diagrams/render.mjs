import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { digest } from './check.mjs';
import { diagrams, key, picture, shown } from './files.mjs';

const USAGE = `node render.mjs [--png <folder>] [diagram.bpmn …]
Draws diagrams with bpmn-js in headless Chromium: those of bpmn/ into docs/lifecycles/<key>.svg, those of docs/diagrams
beside them, and with --png all of them also into <folder>/<key>.png.`;

const LARGER = 1.4;
const MARGIN = 28;

const require = createRequire(import.meta.url);
const text = path => readFileSync(require.resolve(path), 'utf8');

const page = `<!doctype html><style>${text('bpmn-js/dist/assets/diagram-js.css')}
${text('bpmn-js/dist/assets/bpmn-js.css')} html, body, #canvas { margin: 0; height: 100%; background: white }</style>
<div id="canvas"></div>`;

/** Marker ids are random; numbered ones keep a picture the same when the diagram is. */
function steady(svg) {
  const names = new Map();
  return onPaper(svg).replace(/\b(marker|sequenceflow|messageflow|association|conditional)[-\w]*-[0-9a-z]{20,}\b/g, id => {
    if (!names.has(id)) names.set(id, `marker-${names.size + 1}`);
    return names.get(id);
  });
}

/** A light background of its own: pages with a dark theme would show dark lines on dark. */
function onPaper(svg) {
  return svg.replace(/(<svg [^>]*?)>/, '$1 style="background: #fff; border-radius: 8px">');
}

async function draw(tab, file) {
  await tab.setContent(page);
  await tab.addScriptTag({ content: text('bpmn-js/dist/bpmn-viewer.production.min.js') });
  return tab.evaluate(async xml => {
    const viewer = new window.BpmnJS({ container: '#canvas' });
    await viewer.importXML(xml);
    window.viewer = viewer;
    return (await viewer.saveSVG()).svg;
  }, readFileSync(file, 'utf8'));
}

/**
 * Larger words, so that a wide diagram can be read at the width of a page: each text grows as far as it touches no other
 * shape, away from its own, and covers the lines that are behind it. Notes stay, they have many words.
 */
async function enlarge(tab, svg) {
  const enlarged = await tab.evaluate(([svg, most, margin]) => {
    document.body.replaceChildren(document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true));
    const drawing = document.body.firstChild;
    const visuals = [...document.querySelectorAll('.djs-shape > .djs-visual')];
    const shapes = visuals.map(one => one.querySelector(':scope > :is(rect, circle, polygon)')?.getBoundingClientRect()).filter(Boolean);
    const touches = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const texts = [...document.querySelectorAll('text.djs-label')];
    for (const text of texts) {
      const visual = text.closest('.djs-visual');
      const rect = visual.querySelector(':scope > rect');
      const inside = rect?.getBBox();
      const box = text.getBBox();
      const note = rect?.style.stroke === 'none';
      if (note || !box.width) continue;
      const before = text.getBoundingClientRect();
      const others = [...shapes, ...texts.map(one => one.getBoundingClientRect())].filter(one => !touches(one, before));
      const id = visual.parentNode.dataset.elementId.replace(/_label$/, '');
      const own = document.querySelector(`[data-element-id="${id}"].djs-shape > .djs-visual`)?.getBoundingClientRect();
      const beside = inside || !own ? 0.5 : before.left >= own.right - 2 ? 0 : before.right <= own.left + 2 ? 1 : 0.5;
      const [x, y] = [box.x + box.width * beside, box.y + box.height / 2].map(one => one.toFixed(1));
      let scale = inside ? Math.min(most, (inside.width - 8) / box.width, (inside.height - 8) / box.height) : most;
      do {
        text.setAttribute('transform', `translate(${x} ${y}) scale(${Math.max(1, scale).toFixed(2)}) translate(${-x} ${-y})`);
        scale -= 0.05;
      } while (scale > 1 && others.some(one => touches(one, text.getBoundingClientRect())));
      if (!inside) text.style.cssText += 'paint-order: stroke; stroke: white; stroke-width: 3px; stroke-linejoin: round;';
    }
    const [left, top, width, height] = drawing.getAttribute('viewBox').split(' ').map(Number);
    drawing.setAttribute('viewBox', [left - margin, top - margin, width + 2 * margin, height + 2 * margin].join(' '));
    drawing.setAttribute('width', width + 2 * margin);
    drawing.setAttribute('height', height + 2 * margin);
    return new XMLSerializer().serializeToString(drawing);
  }, [svg, LARGER, MARGIN]);
  return svg.replace(/<svg [^]*/, () => enlarged);
}

/** The page as a person sees it, with the sign of bpmn.io that its licence asks for. */
async function photograph(tab, svg, to) {
  const [, width, height] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg).map(Number);
  await tab.setViewportSize({ width: Math.ceil(width) + 40, height: Math.ceil(height) + 60 });
  await tab.evaluate(() => {
    const canvas = window.viewer.get('canvas');
    canvas.resized();
    const { inner } = canvas.viewbox();
    canvas.viewbox({ x: inner.x - 20, y: inner.y - 20, width: innerWidth, height: innerHeight });
  });
  await tab.screenshot({ path: to });
}

const words = process.argv.slice(2);
if (words.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}
const at = words.indexOf('--png');
const folder = at < 0 ? null : words.splice(at, 2)[1];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync']
});
try {
  const tab = await browser.newPage({ deviceScaleFactor: 1.5 });
  for (const file of diagrams(words)) {
    const svg = steady(await draw(tab, file));
    if (folder) {
      mkdirSync(folder, { recursive: true });
      await photograph(tab, svg, join(folder, key(file) + '.png'));
      console.log(join(folder, key(file) + '.png'));
    }
    if (picture(file)) {
      mkdirSync(dirname(picture(file)), { recursive: true });
      const large = await enlarge(tab, svg);
      writeFileSync(picture(file), large.replace(/(<svg )/, `<!-- diagram:${digest(file)} -->\n$1`).trimEnd() + '\n');
      console.log(shown(picture(file)));
    }
  }
} finally {
  await browser.close();
}
