package dev.baton.engine.diagram;

import java.io.ByteArrayInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.camunda.bpm.model.bpmn.Bpmn;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.camunda.bpm.model.bpmn.impl.BpmnModelConstants;
import org.camunda.bpm.model.bpmn.impl.BpmnModelInstanceImpl;
import org.camunda.bpm.model.xml.impl.ModelImpl;
import org.camunda.bpm.model.xml.impl.parser.AbstractModelParser;
import org.camunda.bpm.model.xml.instance.DomDocument;

/**
 * Reads a file that has to obey the XML schema of BPMN. {@link Bpmn#readModelFromStream} does the same, but reads the schema, which
 * is larger than most diagrams, anew for each file.
 */
public final class StrictBpmnParser extends AbstractModelParser {

    private static final StrictBpmnParser PARSER = new StrictBpmnParser();

    private StrictBpmnParser() {}

    /** @throws org.camunda.bpm.model.xml.ModelException if the file does not obey the schema */
    public static BpmnModelInstance read(byte[] xml) {
        return (BpmnModelInstance) PARSER.parseModelFromStream(new ByteArrayInputStream(xml));
    }

    @Override
    protected void configureFactory(DocumentBuilderFactory factory) {
        super.configureFactory(factory);
        factory.setValidating(false); // against a DTD; the schema is obeyed nevertheless
        factory.setSchema(XmlSchemaFaults.schema(BpmnModelConstants.BPMN20_NS));
    }

    /** It was validated while it was read. */
    @Override
    public void validateModel(DomDocument document) {}

    @Override
    protected BpmnModelInstanceImpl createModelInstance(DomDocument document) {
        return new BpmnModelInstanceImpl(
                (ModelImpl) Bpmn.INSTANCE.getBpmnModel(), Bpmn.INSTANCE.getBpmnModelBuilder(), document);
    }
}
