package dev.baton.engine.expression;

import static dev.baton.testing.Drawing.arrow;
import static dev.baton.testing.Drawing.boundary;
import static dev.baton.testing.Drawing.element;
import static dev.baton.testing.Drawing.node;
import static dev.baton.testing.Drawing.when;

import dev.baton.testing.Drawing;
import dev.baton.testing.Planted;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/** Expressions and code with which a diagram could attack the server, and where they can be placed. */
public final class HostileExpressions {

    private static final String PLANTED = "'" + Planted.class.getName() + "'";

    /** The file that a shell command would create. */
    static final Path TOUCHED = Path.of(System.getProperty("java.io.tmpdir"), "touched-by-a-diagram");

    static final List<String> ALL = List.of(
            Planted.EXPRESSION,
            Planted.EXPRESSION.replace("${", "#{"),
            "${''['getClass']().forName(" + PLANTED + ").newInstance()}",
            "${''.class.forName(" + PLANTED + ").newInstance()}",
            "${''['class']['forName'](" + PLANTED + ")}",
            "${''['get'.concat('Class')]()}",
            "${task.getClass().forName(" + PLANTED + ").newInstance()}",
            "${task.title.getClass().forName(" + PLANTED + ").newInstance()}",
            "${task.title.class}",
            "${task.attempts.getClass()}",
            "${task.entrySet().getClass()}",
            "${task.put('x', stumble)}",
            "${task.put('x', task)}",
            "${task.clear()}",
            "${payload.getClass().forName(" + PLANTED + ").newInstance()}",
            "${payload.put('x', 1)}",
            "${payload.keySet().iterator().next()}",
            "${policy.put('x', 1)}",
            "${actor.groups.getClass()}",
            "${actor.groups.add('admin')}",
            "${actor.groups.stream()}",
            "${(1).getClass()}",
            "${true.getClass()}",
            "${now().getClass()}",
            "${now().setTime(0)}",
            "${execution.processEngineServices.repositoryService}",
            "${execution.getProcessEngineServices().getProcessEngineConfiguration()}",
            "${execution.setVariable('x', 1)}",
            "${execution.id}",
            "${stumble.getClass().forName(" + PLANTED + ").newInstance()}",
            "${stumble.class}",
            "${stumble.execute(execution)}",
            "${saveCheckpoint.checkpoints}",
            "${dataSource.connection}",
            "${jdbcClient}",
            "${processEngine.managementService.tableCount}",
            "${environment.systemProperties}",
            "${systemProperties}",
            "${authenticatedUserId.getClass()}",
            "${java.lang.Runtime.getRuntime().exec('true')}",
            "${dateTime().getClass()}",
            "${'a'.repeat(2000000000)}",
            "${'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.matches('(a+)+b')}",
            "${'aaaa'.replaceAll('(a+)+', 'b')}",
            "${'a'.getBytes()}",
            "${'%s'.formatted('a')}",
            "${''.chars()}");

    /** The engine itself can't read these, so no database holds them. */
    static final List<String> UNREADABLE =
            List.of("${T(java.lang.Runtime).getRuntime()}", "${fn:run('true')}", "${" + "(".repeat(5_000), "${x -> x}");

    /**
     * Where an expression can stand.
     *
     * @param good an expression that the place is made for
     */
    record Place(String name, String good, Function<String, Drawing> drawing) {

        String with(String expression, String key) {
            String xml = drawing.apply(escape(expression)).xml();
            String drawn = xml.substring(xml.indexOf("<bpmn:process id=\"") + 18);
            return xml.replace(drawn.substring(0, drawn.indexOf('"')), key);
        }
    }

    static final List<Place> PLACES = List.of(
            new Place("condition", "${true}", HostileExpressions::condition),
            new Place("service task", "${true}", x -> way(service("camunda:expression=\"" + x + "\""))),
            new Place("delegate", "${stumble}", x -> way(service("camunda:delegateExpression=\"" + x + "\""))),
            new Place("listener", "${true}", x -> way(work(listener("expression=\"" + x + "\"")))),
            new Place(
                    "listener's delegate", "${stumble}", x -> way(work(listener("delegateExpression=\"" + x + "\"")))),
            new Place("listener on an arrow", "${true}", HostileExpressions::onArrow),
            new Place(
                    "input",
                    "${task.title}",
                    x -> way(work("<camunda:inputOutput><camunda:inputParameter name=\"in\">" + x
                            + "</camunda:inputParameter></camunda:inputOutput>"))),
            new Place(
                    "output",
                    "${task.title}",
                    x -> way(work("<camunda:inputOutput><camunda:outputParameter name=\"out\">"
                            + "<camunda:list><camunda:value>" + x + "</camunda:value></camunda:list>"
                            + "</camunda:outputParameter></camunda:inputOutput>"))),
            new Place("timer", "${'PT1H'}", HostileExpressions::timer),
            new Place("assignee", "${task.title}", x -> way(person("camunda:assignee=\"" + x + "\""))),
            new Place("candidate users", "${task.title}", x -> way(person("camunda:candidateUsers=\"" + x + "\""))),
            new Place("candidate groups", "${task.title}", x -> way(person("camunda:candidateGroups=\"" + x + "\""))),
            new Place("due date", "${now()}", x -> way(person("camunda:dueDate=\"" + x + "\""))),
            new Place("follow-up date", "${now()}", x -> way(person("camunda:followUpDate=\"" + x + "\""))),
            new Place("priority", "${1}", x -> way(person("camunda:priority=\"" + x + "\""))),
            new Place("name", "${task.title}", x -> way(person("name=\"" + x + "\""))),
            new Place("task name", "${task.title}", x -> way(person("", "", "taskName", x))),
            new Place(
                    "description",
                    "${task.title}",
                    x -> way(person("", "<bpmn:documentation>" + x + "</bpmn:documentation>"))),
            new Place(
                    "task listener",
                    "${true}",
                    x -> way(person(
                            "", "", "<camunda:taskListener id=\"l\" event=\"create\" expression=\"" + x + "\"/>"))),
            new Place(
                    "collection",
                    "${actor.groups}",
                    x -> way(many("camunda:collection=\"" + x + "\" camunda:elementVariable=\"one\"", ""))),
            new Place(
                    "cardinality",
                    "${1}",
                    x -> way(many(
                            "",
                            "<bpmn:loopCardinality xsi:type=\"bpmn:tFormalExpression\">" + x
                                    + "</bpmn:loopCardinality>"))));

    private HostileExpressions() {}

    static Drawing way(String xml) {
        return way(xml, "code-" + UUID.randomUUID().toString().substring(0, 8));
    }

    /** The element with the id odd lies on the way to the end. */
    static Drawing way(String xml, String key) {
        return Drawing.good(key)
                .draw("odd", xml)
                .draw("open__finish", arrow("open__finish", "finish", "open_out", "odd"))
                .draw("odd__done", arrow("odd__done", xml.startsWith("<bpmn:userTask") ? "go" : "", "odd", "done"));
    }

    static String service(String attributes) {
        return element("serviceTask", "id=\"odd\" " + attributes);
    }

    static String work(String extensions) {
        return element("serviceTask", "id=\"odd\" camunda:expression=\"${true}\"", extended(extensions));
    }

    static String listener(String attributes) {
        return "<camunda:executionListener event=\"start\" " + attributes + "/>";
    }

    private static String extended(String extensions) {
        return "<bpmn:extensionElements>" + extensions + "</bpmn:extensionElements>";
    }

    private static String person(String attributes, String... content) {
        String documentation = content.length > 0 ? content[0] : "";
        String listener = content.length == 2 ? content[1] : "";
        String property = content.length > 2
                ? "<camunda:property name=\"%s\" value=\"%s\"/>".formatted(content[1], content[2])
                : "";
        return element(
                "userTask",
                "id=\"odd\" " + attributes,
                documentation,
                extended("<camunda:properties><camunda:property name=\"state\" value=\"odd\"/>" + property
                        + "</camunda:properties>" + listener));
    }

    private static String many(String attributes, String content) {
        return person("")
                .replace(
                        "</bpmn:userTask>",
                        "<bpmn:multiInstanceLoopCharacteristics " + attributes + ">" + content
                                + "</bpmn:multiInstanceLoopCharacteristics></bpmn:userTask>");
    }

    private static Drawing condition(String expression) {
        return way(element("exclusiveGateway", "id=\"odd\" default=\"odd__done\""))
                .draw(
                        "odd__open",
                        element(
                                "sequenceFlow",
                                "id=\"odd__open\" sourceRef=\"odd\" targetRef=\"open\"",
                                when(expression)));
    }

    private static Drawing onArrow(String expression) {
        return Drawing.good()
                .draw(
                        "open__finish",
                        arrow(
                                "open__finish",
                                "finish",
                                "open_out",
                                "done",
                                extended(listener("expression=\"" + expression + "\"")
                                        .replace("start", "take"))));
    }

    private static Drawing timer(String expression) {
        return way(service("camunda:expression=\"${true}\""))
                .draw("wait", Drawing.state("receiveTask", "wait", "wait"))
                .draw("odd__done", arrow("odd__done", "odd", "wait"))
                .draw("wait__done", arrow("wait__done", "go", "wait", "done"))
                .draw(
                        "late",
                        boundary(
                                "late",
                                "wait",
                                "<bpmn:timerEventDefinition><bpmn:timeDuration xsi:type=\"bpmn:tFormalExpression\">"
                                        + expression + "</bpmn:timeDuration></bpmn:timerEventDefinition>"))
                .draw("late__late_end", arrow("late__late_end", "late", "done"));
    }

    private static String escape(String expression) {
        return expression.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    /** Of the code below, what the engine would read and run when a task is finished. */
    static List<Drawing> storedCode() {
        return code().stream()
                .filter(drawing -> Stream.of(
                                "formHandlerClass",
                                "validator",
                                "connector",
                                "\"mail\"",
                                "decisionRef",
                                "\"${stumble}\"")
                        .noneMatch(drawing.xml()::contains))
                .toList();
    }

    /** Not an expression: code that a diagram could name or hold. */
    static List<Drawing> code() {
        String class_ = "class=\"" + Planted.class.getName() + "\"";
        String script = "<camunda:script scriptFormat=\"juel\">" + Planted.EXPRESSION + "</camunda:script>";
        String field = "<camunda:field name=\"command\"><camunda:string>touch</camunda:string></camunda:field>"
                + "<camunda:field name=\"arg1\"><camunda:string>" + TOUCHED + "</camunda:string></camunda:field>";
        return List.of(
                way(service("camunda:" + class_)),
                way(service("xmlns:a=\"http://activiti.org/bpmn\" a:" + class_)),
                way(element("sendTask", "id=\"odd\" camunda:" + class_)),
                way(service("camunda:type=\"shell\"").replace("></bpmn", ">" + extended(field) + "</bpmn")),
                way(service("camunda:type=\"mail\"")),
                way(element(
                        "scriptTask",
                        "id=\"odd\" scriptFormat=\"juel\"",
                        "<bpmn:script>" + Planted.EXPRESSION + "</bpmn:script>")),
                way(element("scriptTask", "id=\"odd\" scriptFormat=\"javascript\"", "<bpmn:script>1</bpmn:script>")),
                way(element(
                        "scriptTask", "id=\"odd\" scriptFormat=\"groovy\" camunda:resource=\"deployment://x.groovy\"")),
                way(work(listener(class_))),
                way(work(listener("").replace("/>", ">" + script + "</camunda:executionListener>"))),
                way(work(listener("delegateExpression=\"${stumble}\"")
                        .replace("/>", ">" + field + "</camunda:executionListener>"))),
                way(person("", "", "<camunda:taskListener event=\"create\" " + class_ + "/>")),
                way(person("", "", "<camunda:taskListener event=\"create\">" + script + "</camunda:taskListener>")),
                way(person("camunda:formHandlerClass=\"" + Planted.class.getName() + "\"")),
                way(person(
                        "",
                        "",
                        "<camunda:formData><camunda:formField id=\"f\" type=\"string\"><camunda:validation>"
                                + "<camunda:constraint name=\"validator\" config=\"" + Planted.class.getName()
                                + "\"/></camunda:validation></camunda:formField></camunda:formData>")),
                way(work("<camunda:inputOutput><camunda:inputParameter name=\"in\">" + script
                        + "</camunda:inputParameter></camunda:inputOutput>")),
                way(work(
                        "<camunda:inputOutput><camunda:outputParameter name=\"out\"><camunda:map><camunda:entry key=\"k\">"
                                + script
                                + "</camunda:entry></camunda:map></camunda:outputParameter></camunda:inputOutput>")),
                way(
                        work(
                                "<camunda:connector><camunda:connectorId>http-connector</camunda:connectorId></camunda:connector>")),
                condition("${true}")
                        .draw(
                                "odd__open",
                                element(
                                        "sequenceFlow",
                                        "id=\"odd__open\" sourceRef=\"odd\" targetRef=\"open\"",
                                        when(Planted.EXPRESSION)
                                                .replace("Expression xsi", "Expression language=\"juel\" xsi"))),
                condition("${true}")
                        .draw(
                                "odd__open",
                                element(
                                        "sequenceFlow",
                                        "id=\"odd__open\" sourceRef=\"odd\" targetRef=\"open\"",
                                        when("").replace(
                                                        "Expression xsi",
                                                        "Expression language=\"juel\" camunda:resource=\"deployment://x\" xsi"))),
                Drawing.good()
                        .draw(
                                "begin",
                                extended(listener(class_).replace("start", "end")) + node("startEvent", "begin")));
    }
}
