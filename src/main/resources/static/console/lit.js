/** The parts of lit that the pages use, from one address each. */
export { html, nothing, render } from '../webjars/lit-html/lit-html.js';
export { repeat } from '../webjars/lit-html/directives/repeat.js';
export { live } from '../webjars/lit-html/directives/live.js';
