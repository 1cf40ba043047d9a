package dev.baton.engine.diagram;

import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.properties;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.baton.testing.Baton;
import dev.baton.testing.Database;
import dev.baton.testing.Deployment;
import dev.baton.testing.Drawing;
import dev.baton.testing.Tables;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.camunda.bpm.model.xml.ModelException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files that earlier versions of the server have accepted say where their schemas are; nothing is called when they are read. */
class SchemaLocationsTest {

    private static final String OTHER_TOOL = "<x:x xmlns:x=\"http://x\"><x:y/></x:x>";

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private HttpServer elsewhere;

    @BeforeEach
    void listen() throws IOException {
        elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        elsewhere.createContext("/", call -> {
            calls.add(call.getRequestURI().getPath());
            call.sendResponseHeaders(404, -1);
        });
        elsewhere.start();
    }

    @AfterEach
    void stop() {
        elsewhere.stop(0);
    }

    @Test
    void storedDiagramsAndTablesAreReadWithoutCallingAnAddress() throws SQLException {
        Map<String, String> settings = Database.H2.prepared();
        Drawing drawing = Tables.deciding("singleEntry")
                .draw(
                        "open",
                        node(
                                "receiveTask",
                                "open",
                                properties("state", "open")
                                        .replace("</camunda:properties>", "</camunda:properties>" + OTHER_TOOL)));
        String table = Tables.sizes("", "-", "7")
                .replaceFirst("<decision ", "<extensionElements>" + OTHER_TOOL + "</extensionElements>$0");
        String task;
        try (Baton baton = Baton.start(settings)) {
            new Deployment()
                    .file(drawing.key() + ".bpmn", drawing.xml())
                    .file("size.dmn", table)
                    .send(baton.admin(), "PUT", "/api/lifecycles/" + drawing.key())
                    .expect(200);
            task = baton.create(drawing.key(), "{}");
        }
        assertThat(locateSchemasOf(drawing.key(), settings)).isEqualTo(2);
        try (Baton baton = Baton.start(settings)) {
            baton.admin().get("/api/lifecycles/" + drawing.key()).expect(200);
            baton.admin().move(task, "finish", "{}").expect(200);
            assertThat(baton.state(task)).isEqualTo("done");
            assertThat(baton.task(task).at("/data/size").asInt()).isEqualTo(7);
            baton.admin().get("/api/lifecycles/" + drawing.key() + "/bpmn").expect(200);
        }
        assertThat(calls).isEmpty();
    }

    @Test
    void noParserOfOursCallsAnAddress() {
        String located = located(Drawing.good().xml());
        StrictBpmnParser.read(located.getBytes(StandardCharsets.UTF_8));
        LenientBpmnParser.read(located.getBytes(StandardCharsets.UTF_8));
        String broken = located.replace("<bpmn:receiveTask ", "<bpmn:receiveTask colour=\"red\" ");
        assertThat(XmlSchemaFaults.of(broken.getBytes(StandardCharsets.UTF_8), "x.bpmn"))
                .hasSize(1);
        assertThat(calls).isEmpty();
    }

    @Test
    void everythingElseInTheFileStays() throws ModelException {
        String xml =
                located(Drawing.guarded("roles", "lead, human", "note", "ä").xml());
        for (var encoding : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16)) {
            byte[] removed =
                    SchemaLocations.remove(xml.replace("UTF-8", encoding.name()).getBytes(encoding));
            assertThat(new String(removed, StandardCharsets.UTF_8))
                    .doesNotContain("schemaLocation", elsewhere.getAddress().getPort() + "/")
                    .contains("xmlns:camunda", "lead, human", "ä");
            StrictBpmnParser.read(removed);
        }
        byte[] unread = "<a".getBytes(StandardCharsets.UTF_8);
        assertThat(SchemaLocations.remove(unread)).isSameAs(unread);
        byte[] without = Drawing.good().xml().getBytes(StandardCharsets.UTF_8);
        assertThat(SchemaLocations.remove(without)).isSameAs(without);
    }

    private String located(String xml) {
        String place = "http://127.0.0.1:" + elsewhere.getAddress().getPort();
        return xml.replaceFirst(
                "<(bpmn:)?definitions ",
                "$0 xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\" i:schemaLocation=\"http://x " + place
                        + "/x.xsd http://www.omg.org/spec/BPMN/20100524/DI " + place
                        + "/di.xsd\" i:noNamespaceSchemaLocation=\"" + place + "/none.xsd\" ");
    }

    private int locateSchemasOf(String lifecycle, Map<String, String> settings) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        settings.get("spring.datasource.url"),
                        settings.get("spring.datasource.username"),
                        settings.get("spring.datasource.password"));
                PreparedStatement files =
                        connection.prepareStatement("SELECT ID_, BYTES_ FROM ACT_GE_BYTEARRAY WHERE DEPLOYMENT_ID_ ="
                                + " (SELECT DEPLOYMENT_ID_ FROM ACT_RE_PROCDEF WHERE KEY_=?)"
                                + " AND (NAME_ LIKE '%.bpmn' OR NAME_ LIKE '%.dmn')");
                PreparedStatement update =
                        connection.prepareStatement("UPDATE ACT_GE_BYTEARRAY SET BYTES_=? WHERE ID_=?")) {
            files.setString(1, lifecycle);
            int updated = 0;
            try (ResultSet file = files.executeQuery()) {
                while (file.next()) {
                    String xml = new String(file.getBytes(2), StandardCharsets.UTF_8);
                    update.setBytes(1, located(xml).getBytes(StandardCharsets.UTF_8));
                    update.setString(2, file.getString(1));
                    updated += update.executeUpdate();
                }
            }
            return updated;
        }
    }
}
