package dev.baton.pipeline;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A mapping in the YAML file. Adds each invalid value to the faults, with its line, and returns a default instead. */
final class YamlSection {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,12}([.][0-9]{1,9})?");
    private static final int LONGEST_TEXT = 500;

    private final MappingNode node;
    private final String path;
    private final List<String> faults;
    private final Map<String, Node> values = new LinkedHashMap<>();
    private final Map<String, Node> keys = new LinkedHashMap<>();
    private final Set<String> knownKeys = new TreeSet<>();

    YamlSection(MappingNode node, String path, List<String> faults) {
        this.node = node;
        this.path = path;
        this.faults = faults;
        if (node != null) {
            for (NodeTuple tuple : node.getValue()) {
                String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
                keys.put(key, tuple.getKeyNode());
                if (values.put(key, tuple.getValueNode()) != null) {
                    addFault(key, "it is there twice");
                }
            }
        }
    }

    boolean has(String key) {
        knownKeys.add(key);
        return values.containsKey(key);
    }

    YamlSection section(String key) {
        Node value = value(key, "a block of settings");
        if (value != null && !(value instanceof MappingNode)) {
            addFault(key, "this has to be a block of settings");
        }
        return new YamlSection(value instanceof MappingNode mapping ? mapping : null, path(key), faults);
    }

    List<YamlSection> sections(String key) {
        List<YamlSection> sections = new ArrayList<>();
        for (Node item : items(key)) {
            String place = path(key) + "[" + sections.size() + "]";
            if (!(item instanceof MappingNode)) {
                addFault(line(item), place, "this has to be a block of settings");
            }
            sections.add(new YamlSection(item instanceof MappingNode mapping ? mapping : null, place, faults));
        }
        return sections;
    }

    /** A list of at least one text, without duplicates. */
    List<String> texts(String key) {
        Set<String> seen = new HashSet<>();
        List<String> texts = new ArrayList<>();
        for (Node item : items(key)) {
            String text = item instanceof ScalarNode scalar ? scalar.getValue().strip() : "";
            if (text.isEmpty() || text.length() > LONGEST_TEXT) {
                addFault(
                        line(item), path(key), "each of them has to be a text of 1 to " + LONGEST_TEXT + " characters");
            } else if (!seen.add(text)) {
                addFault(line(item), path(key), "'" + text + "' is there twice");
            } else {
                texts.add(text);
            }
        }
        return texts;
    }

    String name(String key) {
        String text = scalar(key, "a name");
        if (text != null && !NAME.matcher(text).matches()) {
            addFault(key, "'" + text + "' is no name: letters, digits, '.', '-' and '_', at most 64");
        }
        return text == null ? "?" : text;
    }

    boolean flag(String key) {
        String text = scalar(key, "true or false");
        if (text != null && !text.equals("true") && !text.equals("false")) {
            addFault(key, "'" + text + "' is neither true nor false");
        }
        return "true".equals(text);
    }

    int count(String key, int max) {
        String text = scalar(key, "a whole number");
        try {
            int count = text == null ? 0 : Integer.parseInt(text);
            if (text != null && (count < 0 || count > max)) {
                addFault(key, text + " is not from 0 to " + max);
            }
            return count;
        } catch (NumberFormatException e) {
            addFault(key, "'" + text + "' is no whole number");
            return 0;
        }
    }

    /** A number greater than {@code min} and at most {@code max}. */
    BigDecimal decimal(String key, BigDecimal min, BigDecimal max, String range) {
        String text = scalar(key, "a number");
        if (text == null || !NUMBER.matcher(text).matches()) {
            if (text != null) {
                addFault(key, "'" + text + "' is no number: write it like 0.25, with at most nine decimals");
            }
            return max;
        }
        BigDecimal number = new BigDecimal(text);
        if (number.compareTo(min) <= 0 || number.compareTo(max) > 0) {
            addFault(key, text + " is not " + range);
        }
        return number;
    }

    void requireUnique(String key, String value, String type, Map<String, String> used) {
        if (!value.equals("?") && used.putIfAbsent(value, value) != null) {
            addFault(key, "there is a " + type + " '" + value + "' already");
        }
    }

    void rejectUnknownKeys() {
        keys.keySet().stream()
                .filter(key -> !knownKeys.contains(key))
                .forEach(key -> addFault(key, "there is no such setting; there are " + String.join(", ", knownKeys)));
    }

    void addFault(String key, String message) {
        addFault(line(keys.getOrDefault(key, node)), path(key), message);
    }

    private void addFault(int line, String place, String message) {
        faults.add((line == 0 ? "" : "line " + line + ": ") + place + ": " + message);
    }

    private List<Node> items(String key) {
        Node value = value(key, "a list");
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof SequenceNode list) || list.getValue().isEmpty()) {
            addFault(key, "this has to be a list with at least one entry");
            return List.of();
        }
        return list.getValue();
    }

    private String scalar(String key, String expected) {
        Node value = value(key, expected);
        if (value == null
                || value instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
            return value == null ? null : ((ScalarNode) value).getValue().strip();
        }
        addFault(key, "this has to be " + expected);
        return null;
    }

    private Node value(String key, String expected) {
        knownKeys.add(key);
        Node value = values.get(key);
        if (value == null && node != null) {
            addFault(key, "it is missing: " + expected);
        }
        return value;
    }

    private String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    private static int line(Node node) {
        return node == null || node.getStartMark() == null
                ? 0
                : node.getStartMark().getLine() + 1;
    }
}
