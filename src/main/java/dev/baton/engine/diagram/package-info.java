/** Reads BPMN and DMN files, and checks them before they are deployed. */
package dev.baton.engine.diagram;
