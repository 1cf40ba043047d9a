package dev.baton.engine.diagram;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.camunda.bpm.model.xml.ModelInstance;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;

/** The XML elements of a diagram, for checks of what Camunda's object model does not show. */
final class DomElements {

    private static final String BPMN = "http://www.omg.org/spec/BPMN/20100524/MODEL";

    private static final Set<String> SCOPES =
            Set.of("definitions", "process", "subProcess", "transaction", "adHocSubProcess");

    private DomElements() {}

    static Element root(ModelInstance model) {
        return ((Document) model.getDocument().getDomSource().getNode()).getDocumentElement();
    }

    static List<Element> children(Element parent) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                found.add(element);
            }
        }
        return found;
    }

    /** The element and everything in it that is part of BPMN or of the engine's extensions, without other processes. */
    static List<Element> withDescendants(Element element, String process) {
        List<Element> found = new ArrayList<>();
        collect(element, process, found);
        return found;
    }

    private static void collect(Element element, String process, List<Element> found) {
        if (belongsTo(process, element)) {
            found.add(element);
            children(element).forEach(child -> collect(child, process, found));
        }
    }

    /** Whether an element is part of BPMN or of the engine's extensions, and not another process. */
    static boolean belongsTo(String process, Element element) {
        boolean otherProcess = "process".equals(element.getLocalName()) && !process.equals(element.getAttribute("id"));
        boolean known = BPMN.equals(element.getNamespaceURI()) || EngineExtensions.owns(element);
        return known && !otherProcess;
    }

    static List<Attr> attributes(Element element) {
        List<Attr> found = new ArrayList<>();
        NamedNodeMap attributes = element.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            found.add((Attr) attributes.item(i));
        }
        return found;
    }

    /** The value of an attribute of the engine; null if the element does not have it. */
    static String extension(Element element, String name) {
        return attributes(element).stream()
                .filter(attribute -> name.equals(attribute.getLocalName()))
                .filter(attribute -> EngineExtensions.owns(attribute)
                        || EngineExtensions.owns(element) && attribute.getNamespaceURI() == null)
                .map(Attr::getValue)
                .findFirst()
                .orElse(null);
    }

    /** The id of the task or arrow that contains the element. */
    static String id(Element element, String process) {
        Element drawn = element;
        while (drawn.getParentNode() instanceof Element parent && !SCOPES.contains(parent.getLocalName())) {
            drawn = parent;
        }
        boolean belongsToScope = drawn.getLocalName().equals("extensionElements")
                || !drawn.hasAttribute("id") && drawn.getParentNode() instanceof Element;
        String id = belongsToScope ? ((Element) drawn.getParentNode()).getAttribute("id") : drawn.getAttribute("id");
        return id.isEmpty() ? process : id;
    }
}
