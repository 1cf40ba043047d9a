package dev.baton.cli;

import dev.baton.cli.client.Answer;
import dev.baton.cli.client.ServerClient;
import dev.baton.cli.client.UsageProblem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** A BPMN file on this machine. */
final class DiagramFile {

    private static final String BPMN = "http://www.omg.org/spec/BPMN/20100524/MODEL";

    /** The server does not look at it. */
    private static final String DIAGRAM = "diagram.bpmn";

    private DiagramFile() {}

    /** Sends a diagram with its schemas and decision tables, which the server knows by their names. */
    static Answer send(ServerClient client, String method, String path, byte[] xml, List<Path> others) {
        if (others == null) {
            return client.xml(method, path, xml);
        }
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(DIAGRAM, xml);
        for (Path other : others) {
            String name = other.getFileName().toString();
            if (!name.endsWith(".schema.json") && !name.endsWith(".dmn")) {
                throw new UsageProblem(
                        other + " is neither a schema (NAME.schema.json) nor a decision table (NAME.dmn).");
            }
            if (files.put(name, read(other)) != null) {
                throw new UsageProblem("Two of the files have the name " + name + ".");
            }
        }
        return client.multipart(method, path, files);
    }

    static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UsageProblem(file + " can't be read.");
        }
    }

    /** The id of the executable process, which is the lifecycle's key. */
    static String key(Path file, byte[] diagram) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(diagram));
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamReader.START_ELEMENT
                        && xml.getLocalName().equals("process")
                        && BPMN.equals(xml.getNamespaceURI())
                        && isExecutable(xml)
                        && xml.getAttributeValue(null, "id") != null) {
                    return xml.getAttributeValue(null, "id");
                }
            }
        } catch (XMLStreamException e) {
            throw new UsageProblem(file + " is not XML: " + e.getMessage());
        }
        throw new UsageProblem(file + " has no executable BPMN process with an id.");
    }

    /** As the server sees it, which also takes a process that says nothing about it. */
    private static boolean isExecutable(XMLStreamReader process) {
        String said = process.getAttributeValue(null, "isExecutable");
        return said == null || Boolean.parseBoolean(said);
    }
}
