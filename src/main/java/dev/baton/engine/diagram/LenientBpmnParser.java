package dev.baton.engine.diagram;

import java.io.ByteArrayInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.camunda.bpm.model.bpmn.Bpmn;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.impl.BpmnModelInstanceImpl;
import org.camunda.bpm.model.xml.impl.ModelImpl;
import org.camunda.bpm.model.xml.impl.parser.AbstractModelParser;
import org.camunda.bpm.model.xml.instance.DomDocument;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Reads a file that breaks the XML schema of BPMN, so that its other mistakes are found, too. */
final class LenientBpmnParser extends AbstractModelParser {

    static BpmnModelInstance read(byte[] xml) {
        return (BpmnModelInstance) new LenientBpmnParser().parseModelFromStream(new ByteArrayInputStream(xml));
    }

    @Override
    protected void configureFactory(DocumentBuilderFactory factory) {
        super.configureFactory(factory);
        factory.setValidating(false);
    }

    /** Violations of the schema are reported elsewhere. Without the schema, the parser does not know which attributes are ids. */
    @Override
    public void validateModel(DomDocument document) {
        NodeList elements = ((Document) document.getDomSource().getNode()).getElementsByTagName("*");
        for (int i = 0; i < elements.getLength(); i++) {
            Element element = (Element) elements.item(i);
            if (element.hasAttribute("id")) {
                element.setIdAttribute("id", true);
            }
        }
    }

    @Override
    protected BpmnModelInstanceImpl createModelInstance(DomDocument document) {
        return new BpmnModelInstanceImpl(
                (ModelImpl) Bpmn.INSTANCE.getBpmnModel(), Bpmn.INSTANCE.getBpmnModelBuilder(), document);
    }
}
