package dev.baton.api;

import dev.baton.core.Refusal.Fault;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.tomcat.util.http.fileupload.FileItemIterator;
import org.apache.tomcat.util.http.fileupload.FileItemStream;
import org.apache.tomcat.util.http.fileupload.FileUpload;
import org.apache.tomcat.util.http.fileupload.InvalidFileNameException;
import org.apache.tomcat.util.http.fileupload.UploadContext;

/**
 * A diagram with the schemas of its artifacts and its decision tables, as multipart/form-data.
 *
 * @param files those that come along by name, such as plan.schema.json and risk.dmn
 */
record DiagramUpload(byte[] diagram, Map<String, byte[]> files) {

    private static final int MAX_FILES = 200;
    private static final String SCHEMA = ".schema.json";
    private static final String DECISIONS = ".dmn";

    static DiagramUpload of(byte[] xml) {
        return new DiagramUpload(xml, Map.of());
    }

    /** The body was read within the limits for all requests, and stays in memory. */
    static DiagramUpload parse(String contentType, byte[] body) {
        byte[] diagram = null;
        Map<String, byte[]> files = new LinkedHashMap<>();
        FileUpload upload = new FileUpload();
        upload.setFileCountMax(MAX_FILES);
        try {
            FileItemIterator parts = upload.getItemIterator(new Body(contentType, body));
            while (parts.hasNext()) {
                FileItemStream part = parts.next();
                String name = fileName(part);
                if (files.size() >= MAX_FILES) {
                    throw bad("there can be at most " + MAX_FILES + " files");
                } else if (name.endsWith(SCHEMA) || name.endsWith(DECISIONS)) {
                    if (files.put(name, part.openStream().readAllBytes()) != null) {
                        throw bad("two files have the name '" + name + "': which one counts? Send one of them");
                    }
                } else if (diagram != null) {
                    throw bad("'" + name
                            + "' is neither the diagram nor a schema or decision table: there is one diagram, and"
                            + " the names of the others end with " + SCHEMA + " or " + DECISIONS);
                } else {
                    diagram = part.openStream().readAllBytes();
                }
            }
        } catch (IOException e) {
            throw bad("this is no multipart/form-data with files");
        }
        if (diagram == null) {
            throw bad("there is no diagram: send one file that ends with .bpmn");
        }
        return new DiagramUpload(diagram, files);
    }

    /** Without folders, which are not needed: the name of a schema says which artifact it is for. */
    private static String fileName(FileItemStream part) {
        String name = givenName(part);
        String plain = name == null ? "" : name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        if (!plain.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
            throw bad("a file has no usable name: letters, digits, '.', '-' and '_'");
        }
        return plain;
    }

    private static String givenName(FileItemStream part) {
        try {
            return part.getName() == null ? part.getFieldName() : part.getName();
        } catch (InvalidFileNameException e) { // the name has the character 0
            return "";
        }
    }

    private static BadRequest bad(String message) {
        return new BadRequest(List.of(new Fault("body", message)));
    }

    private record Body(String contentType, byte[] bytes) implements UploadContext {

        @Override
        public long contentLength() {
            return bytes.length;
        }

        @Override
        public String getCharacterEncoding() {
            return StandardCharsets.UTF_8.name();
        }

        @Override
        public String getContentType() {
            return contentType;
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(bytes);
        }
    }
}
