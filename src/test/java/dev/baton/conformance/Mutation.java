package dev.baton.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** A mistake that somebody could make while drawing; each is made once, at a random place of a diagram. */
enum Mutation {
    REMOVE_NODE {
        @Override
        String apply(Document diagram, Random random) {
            return remove(pick(nodes(diagram), random));
        }
    },
    REMOVE_NODE_AND_ITS_ARROWS {
        @Override
        String apply(Document diagram, Random random) {
            Element node = pick(nodes(diagram), random);
            arrows(diagram).stream()
                    .filter(a -> Set.of(a.getAttribute("sourceRef"), a.getAttribute("targetRef"))
                            .contains(node.getAttribute("id")))
                    .forEach(Mutation::remove);
            return remove(node);
        }
    },
    REMOVE_ARROW {
        @Override
        String apply(Document diagram, Random random) {
            return remove(pick(arrows(diagram), random));
        }
    },
    REMOVE_EVENT_DEFINITION {
        @Override
        String apply(Document diagram, Random random) {
            return remove(pick(named(diagram, name -> name.endsWith("EventDefinition")), random));
        }
    },
    REMOVE_CONDITION {
        @Override
        String apply(Document diagram, Random random) {
            return remove(pick(named(diagram, "conditionExpression"::equals), random));
        }
    },
    REMOVE_DEFAULT {
        @Override
        String apply(Document diagram, Random random) {
            Element gateway = pick(named(diagram, "exclusiveGateway"::equals), random);
            gateway.removeAttribute("default");
            return gateway.getAttribute("id");
        }
    },
    REMOVE_PROPERTY {
        @Override
        String apply(Document diagram, Random random) {
            Element property = pick(named(diagram, "property"::equals), random);
            String what = property.getAttribute("name") + " of " + owner(property);
            property.getParentNode().removeChild(property);
            return what;
        }
    },
    DUPLICATE_NODE {
        @Override
        String apply(Document diagram, Random random) {
            Element node = pick(nodes(diagram), random);
            Element copy = (Element) node.cloneNode(true);
            copy.setAttribute("id", node.getAttribute("id") + "_copy");
            return "subProcess".equals(node.getLocalName())
                    ? remove(node)
                    : insert(copy, node, node.getAttribute("id"));
        }
    },
    DUPLICATE_ARROW {
        @Override
        String apply(Document diagram, Random random) {
            Element arrow = pick(arrows(diagram), random);
            Element copy = (Element) arrow.cloneNode(true);
            copy.setAttribute("id", arrow.getAttribute("id") + "_copy");
            if (random.nextBoolean()) {
                copy.setAttribute("name", "another-way");
            }
            return insert(copy, arrow, arrow.getAttribute("id"));
        }
    },
    RENAME_ARROW {
        @Override
        String apply(Document diagram, Random random) {
            Element arrow = pick(arrows(diagram), random);
            arrow.setAttribute("name", pick(List.of("", "two words", "go", "fail", "claim", "${task.title}"), random));
            return arrow.getAttribute("id") + " to '" + arrow.getAttribute("name") + "'";
        }
    },
    RENAME_PROPERTY {
        @Override
        String apply(Document diagram, Random random) {
            Element property = pick(named(diagram, "property"::equals), random);
            String before = property.getAttribute("name");
            String other = pick(named(diagram, "property"::equals), random).getAttribute("name");
            property.setAttribute("name", random.nextBoolean() ? other : before.substring(1));
            return before + " of " + owner(property) + " to " + property.getAttribute("name");
        }
    },
    CHANGE_PROPERTY {
        @Override
        String apply(Document diagram, Random random) {
            Element property = pick(named(diagram, "property"::equals), random);
            String other = pick(named(diagram, "property"::equals), random).getAttribute("value");
            property.setAttribute(
                    "value", pick(List.of(other, "", "x", "true", "new", "held", "system", "two words"), random));
            return property.getAttribute("name") + " of " + owner(property) + " to " + property.getAttribute("value");
        }
    },
    MOVE_PROPERTIES {
        @Override
        String apply(Document diagram, Random random) {
            List<Element> extended = named(diagram, "extensionElements"::equals);
            Element from = pick(extended, random);
            Element to = pick(extended, random);
            String what = owner(from) + " to " + owner(to);
            if (from != to) {
                List<Element> groups = children(from);
                groups.forEach(to::appendChild);
                remove(from);
            }
            return what;
        }
    },
    RETARGET_ARROW {
        @Override
        String apply(Document diagram, Random random) {
            Element arrow = pick(arrows(diagram), random);
            Element target = pick(nodes(diagram), random);
            arrow.setAttribute(random.nextInt(4) == 0 ? "sourceRef" : "targetRef", target.getAttribute("id"));
            return arrow.getAttribute("id") + " to " + target.getAttribute("id");
        }
    },
    RETYPE_NODE {
        @Override
        String apply(Document diagram, Random random) {
            Element node = pick(nodes(diagram), random);
            String type = pick(TYPES, random);
            String what = node.getAttribute("id") + " to " + type;
            diagram.renameNode(node, node.getNamespaceURI(), prefix(node) + type);
            return what;
        }
    },
    BREAK_CONDITION {
        @Override
        String apply(Document diagram, Random random) {
            Element condition = pick(named(diagram, "conditionExpression"::equals), random);
            condition.setTextContent(pick(EXPRESSIONS, random));
            return owner(condition) + " to " + condition.getTextContent();
        }
    },
    BREAK_ATTRIBUTE {
        @Override
        String apply(Document diagram, Random random) {
            Element node = pick(named(diagram, Set.of("serviceTask", "userTask", "receiveTask")::contains), random);
            String name = pick(
                    List.of(
                            "delegateExpression",
                            "expression",
                            "assignee",
                            "candidateUsers",
                            "candidateGroups",
                            "dueDate",
                            "followUpDate",
                            "priority",
                            "async",
                            "asyncBefore",
                            "asyncAfter",
                            "type",
                            "topic",
                            "class"),
                    random);
            String value = name.startsWith("async") ? "true" : pick(EXPRESSIONS, random);
            node.removeAttributeNS(CAMUNDA, "delegateExpression");
            node.setAttributeNS(CAMUNDA, "camunda:" + name, value);
            return name + " of " + node.getAttribute("id") + " to " + value;
        }
    },
    SWAP_DELEGATE {
        @Override
        String apply(Document diagram, Random random) {
            List<Element> working = named(diagram, "serviceTask"::equals);
            Element node = pick(working, random);
            String delegate = pick(DELEGATES, random);
            node.removeAttributeNS(CAMUNDA, "expression");
            node.setAttributeNS(CAMUNDA, "camunda:delegateExpression", "${" + delegate + "}");
            return node.getAttribute("id") + " to " + delegate;
        }
    },
    ADD_LISTENER {
        @Override
        String apply(Document diagram, Random random) {
            Element node = pick(nodes(diagram), random);
            Element extended = diagram.createElementNS(node.getNamespaceURI(), prefix(node) + "extensionElements");
            children(node).stream()
                    .filter(child -> "extensionElements".equals(child.getLocalName()))
                    .flatMap(child -> children(child).stream())
                    .toList()
                    .forEach(extended::appendChild);
            children(node).stream()
                    .filter(child -> "extensionElements".equals(child.getLocalName()))
                    .forEach(Mutation::remove);
            Element listener = diagram.createElementNS(CAMUNDA, "camunda:executionListener");
            listener.setAttribute("event", pick(List.of("start", "end", "take", "never"), random));
            listener.setAttribute("expression", pick(EXPRESSIONS, random));
            extended.appendChild(listener);
            node.insertBefore(extended, node.getFirstChild());
            return node.getAttribute("id") + ": " + listener.getAttribute("expression");
        }
    },
    ODD_TIMER {
        @Override
        String apply(Document diagram, Random random) {
            Element timer = pick(named(diagram, Set.of("timeDuration", "timeCycle", "timeDate")::contains), random);
            timer.setTextContent(pick(TIMERS, random));
            String type = pick(List.of("timeDuration", "timeCycle", "timeDate"), random);
            String what = owner(timer) + " to " + type + " " + timer.getTextContent();
            diagram.renameNode(timer, timer.getNamespaceURI(), prefix(timer) + type);
            return what;
        }
    },
    MANY_PARTS {
        @Override
        String apply(Document diagram, Random random) {
            Element task = pick(named(diagram, Set.of("userTask", "receiveTask")::contains), random);
            children(task).stream()
                    .filter(child -> "multiInstanceLoopCharacteristics".equals(child.getLocalName()))
                    .forEach(Mutation::remove);
            Element loop =
                    diagram.createElementNS(task.getNamespaceURI(), prefix(task) + "multiInstanceLoopCharacteristics");
            if (random.nextBoolean()) {
                Element number = diagram.createElementNS(task.getNamespaceURI(), prefix(task) + "loopCardinality");
                number.setTextContent(pick(List.of("2", "0", "-1", "1.5", "1000000", "${task.priority}", "x"), random));
                loop.appendChild(number);
            } else {
                loop.setAttributeNS(CAMUNDA, "camunda:collection", pick(EXPRESSIONS, random));
            }
            task.appendChild(loop);
            return task.getAttribute("id") + " " + loop.getTextContent();
        }
    };

    private static final String CAMUNDA = "http://camunda.org/schema/1.0/bpmn";

    private static final List<String> TYPES = List.of(
            "receiveTask",
            "userTask",
            "serviceTask",
            "manualTask",
            "task",
            "sendTask",
            "scriptTask",
            "businessRuleTask",
            "callActivity",
            "exclusiveGateway",
            "parallelGateway",
            "eventBasedGateway",
            "intermediateThrowEvent",
            "intermediateCatchEvent",
            "startEvent",
            "endEvent");

    private static final List<String> EXPRESSIONS = List.of(
            "",
            "true",
            "task.attempts < 3",
            "${true}",
            "${task.nothing.more}",
            "${task.title + 1 > 3}",
            "${task.title}",
            "${task.data}",
            "${1 / 0 > 1}",
            "${payload.x > 3}",
            "${payload.list.get(0) == 'a'}",
            "${task.title.substring(30)}",
            "${task.priority.length() > 1}",
            "${unknown}",
            "${task.attempts <}",
            "${actor.groups}",
            "${policy.nothing}",
            "${releaseLease}",
            "${task.put('assignee', 5)}",
            "${now()}",
            "reviewer");

    private static final List<String> TIMERS = List.of(
            "R/PT0S",
            "R/PT0.001S",
            "PT0S",
            "R1000000000/2001-01-01T00:00:00/PT1S",
            "R/2001-01-01T00:00:00/PT1S",
            "R/PT1S/2999-01-01T00:00:00",
            "0 0 0 30 2 *",
            "* * * * * *",
            "P-1D",
            "PT99999999999999H",
            "2001-01-01T00:00:00",
            "tomorrow",
            "",
            "${task.title}",
            "${task.priority}",
            "${task.nothing}",
            "${now()}",
            "R/${task.title}");

    private static final List<String> DELEGATES = List.of(
            "recordFailure",
            "releaseLease",
            "recordReview",
            "submitWork",
            "decideRequest",
            "takePlan",
            "currentStep",
            "evaluateRun",
            "saveCheckpoint",
            "cancelWork",
            "linkBlocker",
            "offerReviews");

    /** Changes the diagram and says where; what does not fit it leaves it as it is. */
    abstract String apply(Document diagram, Random random);

    private static <T> T pick(List<T> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static List<Element> nodes(Document diagram) {
        return named(
                diagram,
                name -> name.endsWith("Task")
                        || name.endsWith("Event")
                        || name.endsWith("Gateway")
                        || Set.of("task", "subProcess").contains(name));
    }

    private static List<Element> arrows(Document diagram) {
        return named(diagram, "sequenceFlow"::equals);
    }

    static List<Element> named(Document diagram, Predicate<String> name) {
        NodeList all = diagram.getElementsByTagNameNS("*", "*");
        List<Element> found = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            if (name.test(all.item(i).getLocalName())) {
                found.add((Element) all.item(i));
            }
        }
        if (found.isEmpty()) {
            throw new NothingToChange();
        }
        return found;
    }

    /** The diagram has no element that the mutation is about. */
    static final class NothingToChange extends RuntimeException {}

    private static List<Element> children(Element parent) {
        List<Element> found = new ArrayList<>();
        for (var node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                found.add(element);
            }
        }
        return found;
    }

    private static String prefix(Element element) {
        return element.getPrefix() == null ? "" : element.getPrefix() + ":";
    }

    private static String owner(Element element) {
        Element owner = element;
        while (!owner.hasAttribute("id") && owner.getParentNode() instanceof Element parent) {
            owner = parent;
        }
        return owner.getAttribute("id");
    }

    private static String remove(Element element) {
        String id = owner(element);
        element.getParentNode().removeChild(element);
        return id;
    }

    private static String insert(Element copy, Element original, String what) {
        original.getParentNode().insertBefore(copy, original.getNextSibling());
        return what;
    }
}
