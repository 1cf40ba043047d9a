/** What happens when a diagram is deployed or saved in the folder, and the deployed lifecycles. */
package dev.baton.engine.deployment;
