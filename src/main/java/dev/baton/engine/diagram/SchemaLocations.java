package dev.baton.engine.diagram;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamResult;
import org.camunda.bpm.model.bpmn.impl.BpmnModelConstants;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * The attributes with which a file says where XML schemas are. Java's parsers read them from there, so that anybody could have the
 * server call an address of their choice. New files with an address are refused; those in the database, which may be older
 * than this check, are read without.
 */
public final class SchemaLocations {

    private static final String XSI = XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI;
    private static final String LOCATION = "schemaLocation";
    private static final String LOCATION_WITHOUT_NAMESPACE = "noNamespaceSchemaLocation";

    private static final Pattern FILE_NAME = Pattern.compile("[\\w.-]+");

    private SchemaLocations() {}

    /** A plain file name does no harm, and that of BPMN itself is never needed. */
    static boolean haveAddress(XMLStreamReader element) {
        String places = element.getAttributeValue(XSI, LOCATION);
        String place = element.getAttributeValue(XSI, LOCATION_WITHOUT_NAMESPACE);
        String[] words = places == null ? new String[0] : places.strip().split("\\s+");
        boolean elsewhere = place != null && !FILE_NAME.matcher(place.strip()).matches();
        for (int i = 1; i < words.length; i += 2) {
            elsewhere |= !words[i - 1].equals(BpmnModelConstants.BPMN20_NS)
                    && !FILE_NAME.matcher(words[i]).matches();
        }
        return elsewhere;
    }

    /** The same bytes if they have no address, or the file can't be read, which its parser reports. */
    public static byte[] remove(byte[] xml) {
        try {
            return isIn(xml) ? without(xml) : xml;
        } catch (XMLStreamException | SAXException | ParserConfigurationException | TransformerException e) {
            return xml;
        }
    }

    private static boolean isIn(byte[] xml) throws XMLStreamException {
        XMLStreamReader reader = XmlParsers.stream(xml);
        while (reader.hasNext()) {
            reader.next();
            if (reader.isStartElement() && haveAddress(reader)) {
                return true;
            }
        }
        return false;
    }

    private static byte[] without(byte[] xml) throws SAXException, ParserConfigurationException, TransformerException {
        XMLFilterImpl filter = new XMLFilterImpl(XmlParsers.sax()) {
            @Override
            public void startElement(String namespace, String name, String qualified, Attributes attributes)
                    throws SAXException {
                AttributesImpl kept = new AttributesImpl(attributes);
                for (String place : new String[] {LOCATION, LOCATION_WITHOUT_NAMESPACE}) {
                    if (kept.getIndex(XSI, place) >= 0) {
                        kept.removeAttribute(kept.getIndex(XSI, place));
                    }
                }
                super.startElement(namespace, name, qualified, kept);
            }
        };
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        TransformerFactory.newInstance()
                .newTransformer()
                .transform(
                        new SAXSource(filter, new InputSource(new ByteArrayInputStream(xml))),
                        new StreamResult(result));
        return result.toByteArray();
    }
}
