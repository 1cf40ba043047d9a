package dev.baton.engine.diagram;

import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Refuses files that would take too long to check, before a parser builds a tree of them. */
final class DiagramSize {

    private static final int MAX_ELEMENTS = 20_000;
    private static final int MAX_DEPTH = 50;
    private static final int MAX_NODES = 500;
    private static final int MAX_ARROWS = 1_500;
    private static final int MAX_ATTRIBUTES = 100;

    private static final Set<String> OTHER_NODES =
            Set.of("task", "subProcess", "transaction", "adHocSubProcess", "callActivity");

    private int elements;
    private int depth;
    private int nodes;
    private int arrows;

    private DiagramSize() {}

    /** Why the file is not read; empty also if it is no XML, which the parser reports. */
    static Optional<String> fault(byte[] xml) {
        try {
            return new DiagramSize().scan(XmlParsers.stream(xml));
        } catch (XMLStreamException e) {
            return Optional.empty();
        }
    }

    private Optional<String> scan(XMLStreamReader reader) throws XMLStreamException {
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.DTD -> {
                    return Optional.of("a diagram has no document type (<!DOCTYPE …>): remove it");
                }
                case XMLStreamConstants.START_ELEMENT -> {
                    if (SchemaLocations.haveAddress(reader)) {
                        return Optional.of("it says where XML schemas are, and the server calls no other addresses:"
                                + " remove xsi:schemaLocation");
                    }
                    count(reader.getLocalName());
                    depth++;
                }
                case XMLStreamConstants.END_ELEMENT -> depth--;
                default -> {}
            }
            if (depth > MAX_DEPTH) {
                return Optional.of("it is nested too deeply: at most " + MAX_DEPTH + " elements in one another");
            }
            if (elements > MAX_ELEMENTS || reader.isStartElement() && reader.getAttributeCount() > MAX_ATTRIBUTES) {
                return Optional.of("it is too large: at most " + MAX_ELEMENTS + " XML elements with at most "
                        + MAX_ATTRIBUTES + " attributes each");
            }
            if (nodes > MAX_NODES || arrows > MAX_ARROWS) {
                return Optional.of("it is too large: at most " + MAX_NODES + " tasks, events and gateways, and "
                        + MAX_ARROWS + " arrows");
            }
        }
        return Optional.empty();
    }

    private void count(String name) {
        elements++;
        boolean node = name.endsWith("Task")
                || name.endsWith("Event")
                || name.endsWith("Gateway")
                || OTHER_NODES.contains(name);
        nodes += node ? 1 : 0;
        arrows += name.equals("sequenceFlow") ? 1 : 0;
    }
}
