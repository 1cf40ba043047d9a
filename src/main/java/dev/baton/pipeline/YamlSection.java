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

/** Some keys and values of the file. Whatever is not as it should be is said, with its line, and replaced by something harmless. */
final class YamlSection {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,12}([.][0-9]{1,9})?");
    private static final int LONGEST_TEXT = 500;

    private final MappingNode node;
    private final String path;
    private final List<String> faults;
    private final Map<String, Node> values = new LinkedHashMap<>();
    private final Map<String, Node> keys = new LinkedHashMap<>();
    private final Set<String> known = new TreeSet<>();

    YamlSection(MappingNode node, String path, List<String> faults) {
        this.node = node;
        this.path = path;
        this.faults = faults;
        if (node != null) {
            for (NodeTuple tuple : node.getValue()) {
                String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
                keys.put(key, tuple.getKeyNode());
                if (values.put(key, tuple.getValueNode()) != null) {
                    say(key, "it is there twice");
                }
            }
        }
    }

    boolean has(String key) {
        known.add(key);
        return values.containsKey(key);
    }

    YamlSection section(String key) {
        Node value = value(key, "a block of settings");
        if (value != null && !(value instanceof MappingNode)) {
            say(key, "this has to be a block of settings");
        }
        return new YamlSection(value instanceof MappingNode mapping ? mapping : null, path(key), faults);
    }

    List<YamlSection> sections(String key) {
        List<YamlSection> sections = new ArrayList<>();
        for (Node item : items(key)) {
            String place = path(key) + "[" + sections.size() + "]";
            if (!(item instanceof MappingNode)) {
                say(line(item), place, "this has to be a block of settings");
            }
            sections.add(new YamlSection(item instanceof MappingNode mapping ? mapping : null, place, faults));
        }
        return sections;
    }

    /** A list of different texts, at least one. */
    List<String> texts(String key) {
        Set<String> seen = new HashSet<>();
        List<String> texts = new ArrayList<>();
        for (Node item : items(key)) {
            String text = item instanceof ScalarNode scalar ? scalar.getValue().strip() : "";
            if (text.isEmpty() || text.length() > LONGEST_TEXT) {
                say(line(item), path(key), "each of them has to be a text of 1 to " + LONGEST_TEXT + " characters");
            } else if (!seen.add(text)) {
                say(line(item), path(key), "'" + text + "' is there twice");
            } else {
                texts.add(text);
            }
        }
        return texts;
    }

    String name(String key) {
        String text = scalar(key, "a name");
        if (text != null && !NAME.matcher(text).matches()) {
            say(key, "'" + text + "' is no name: letters, digits, '.', '-' and '_', at most 64");
        }
        return text == null ? "?" : text;
    }

    int count(String key, int largest) {
        String text = scalar(key, "a whole number");
        try {
            int count = text == null ? 0 : Integer.parseInt(text);
            if (text != null && (count < 0 || count > largest)) {
                say(key, text + " is not from 0 to " + largest);
            }
            return count;
        } catch (NumberFormatException e) {
            say(key, "'" + text + "' is no whole number");
            return 0;
        }
    }

    /** A number that is larger than the one bound and at most the other. */
    BigDecimal decimal(String key, BigDecimal above, BigDecimal most, String range) {
        String text = scalar(key, "a number");
        if (text == null || !NUMBER.matcher(text).matches()) {
            if (text != null) {
                say(key, "'" + text + "' is no number: write it like 0.25, with at most nine decimals");
            }
            return most;
        }
        BigDecimal number = new BigDecimal(text);
        if (number.compareTo(above) <= 0 || number.compareTo(most) > 0) {
            say(key, text + " is not " + range);
        }
        return number;
    }

    /** Says so if the value was used by a section before. */
    void once(String key, String value, String what, Map<String, String> used) {
        if (!value.equals("?") && used.putIfAbsent(value, value) != null) {
            say(key, "there is a " + what + " '" + value + "' already");
        }
    }

    void nothingElse() {
        keys.keySet().stream()
                .filter(key -> !known.contains(key))
                .forEach(key -> say(key, "there is no such setting; there are " + String.join(", ", known)));
    }

    void say(String key, String message) {
        say(line(keys.getOrDefault(key, node)), path(key), message);
    }

    private void say(int line, String place, String message) {
        faults.add((line == 0 ? "" : "line " + line + ": ") + place + ": " + message);
    }

    private List<Node> items(String key) {
        Node value = value(key, "a list");
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof SequenceNode list) || list.getValue().isEmpty()) {
            say(key, "this has to be a list with at least one entry");
            return List.of();
        }
        return list.getValue();
    }

    private String scalar(String key, String what) {
        Node value = value(key, what);
        if (value == null
                || value instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
            return value == null ? null : ((ScalarNode) value).getValue().strip();
        }
        say(key, "this has to be " + what);
        return null;
    }

    private Node value(String key, String what) {
        known.add(key);
        Node value = values.get(key);
        if (value == null && node != null) {
            say(key, "it is missing: " + what);
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
