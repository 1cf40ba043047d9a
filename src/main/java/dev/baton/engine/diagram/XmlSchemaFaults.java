package dev.baton.engine.diagram;

import dev.baton.lifecycle.Violation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.ValidatorHandler;
import org.camunda.bpm.model.bpmn.Bpmn;
import org.camunda.bpm.model.bpmn.impl.BpmnModelConstants;
import org.camunda.bpm.model.dmn.impl.DmnModelConstants;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.XMLFilterImpl;

/** Everything in a file that the XML schema of BPMN or DMN does not allow. Camunda's parsers stop at the first. */
final class XmlSchemaFaults extends XMLFilterImpl {

    private static final int MAX_FAULTS = 50;

    /** The schemas that come with the model libraries, by the namespace of the root element. */
    private static final Map<String, String> FILES = Map.of(
            BpmnModelConstants.BPMN20_NS, BpmnModelConstants.BPMN_20_SCHEMA_LOCATION,
            DmnModelConstants.DMN11_NS, DmnModelConstants.DMN_11_SCHEMA_LOCATION,
            DmnModelConstants.DMN12_NS, DmnModelConstants.DMN_12_SCHEMA_LOCATION,
            DmnModelConstants.DMN13_NS, DmnModelConstants.DMN_13_SCHEMA_LOCATION,
            DmnModelConstants.DMN14_NS, DmnModelConstants.DMN_14_SCHEMA_LOCATION,
            DmnModelConstants.DMN15_NS, DmnModelConstants.DMN_15_SCHEMA_LOCATION);

    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private final String file;
    private final Deque<String> ids = new ArrayDeque<>();
    private final Set<Violation> faults = new LinkedHashSet<>();
    private boolean ofValue;

    private XmlSchemaFaults(String file) {
        this.file = file;
        ids.push(file);
    }

    /** Empty if the file can't be read at all, or is of another kind. */
    static List<Violation> of(byte[] xml, String file) {
        XmlSchemaFaults check = new XmlSchemaFaults(file);
        try {
            String namespace = rootNamespace(xml);
            if (!FILES.containsKey(namespace)) {
                return List.of();
            }
            ValidatorHandler validator = schema(namespace).newValidatorHandler();
            validator.setErrorHandler(check);
            check.setParent(XmlParsers.sax());
            check.setContentHandler(validator);
            check.parse(new InputSource(new ByteArrayInputStream(xml)));
        } catch (SAXException | XMLStreamException | ParserConfigurationException | IOException e) {
            return List.of(); // the caller's parser reports it
        }
        return check.faults.stream().limit(MAX_FAULTS).toList();
    }

    private static String rootNamespace(byte[] xml) throws XMLStreamException {
        XMLStreamReader reader = XmlParsers.stream(xml);
        reader.nextTag();
        return String.valueOf(reader.getNamespaceURI());
    }

    static Schema schema(String namespace) {
        return SCHEMAS.computeIfAbsent(namespace, XmlSchemaFaults::read);
    }

    private static Schema read(String namespace) {
        try {
            return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                    .newSchema(Bpmn.class.getClassLoader().getResource(FILES.get(namespace)));
        } catch (SAXException e) {
            throw new IllegalStateException("The schema of " + namespace + " can't be read", e);
        }
    }

    @Override
    public void startElement(String namespace, String name, String qualified, Attributes attributes)
            throws SAXException {
        String id = attributes.getValue("id");
        ids.push(id == null || id.isBlank() ? ids.peek() : id);
        super.startElement(namespace, name, qualified, attributes);
    }

    @Override
    public void endElement(String namespace, String name, String qualified) throws SAXException {
        super.endElement(namespace, name, qualified);
        ids.pop();
    }

    @Override
    public void error(SAXParseException fault) {
        String message = fault.getMessage();
        // The parser says first what is wrong with a value, and then which attribute or element has it.
        boolean repeated = ofValue && message.matches("(?s)cvc-(attribute|type)\\.3.*");
        ofValue = message.matches("(?s)cvc-(id|datatype|enumeration|pattern|minLength|maxLength).*");
        if (!repeated) {
            String line = fault.getLineNumber() > 0 ? "line " + fault.getLineNumber() + ": " : "";
            faults.add(new Violation(ids.peek(), line + XmlSchemaMessage.of(message)));
        }
    }
}
