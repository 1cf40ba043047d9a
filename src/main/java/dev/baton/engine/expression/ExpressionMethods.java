package dev.baton.engine.expression;

import dev.baton.core.Refusal;
import dev.baton.core.Refusal.Reason;
import dev.baton.engine.token.WritableData;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.joda.time.DateTime;

/**
 * The methods that expressions can call, by type. They are called through their entries here and never by reflection. Methods
 * whose cost can exceed the size of their input ({@code repeat}, {@code replace}, regular expressions) are left out.
 */
public final class ExpressionMethods {

    private static final int MAX_TEXT = 1_000_000;

    private static final List<Entry> ALLOWED = new ArrayList<>();

    static {
        allow(String.class, "length", text -> text.length());
        allow(String.class, "isEmpty", text -> text.isEmpty());
        allow(String.class, "isBlank", text -> text.isBlank());
        allow(String.class, "trim", text -> text.trim());
        allow(String.class, "strip", text -> text.strip());
        allow(String.class, "toLowerCase", text -> text.toLowerCase(Locale.ROOT));
        allow(String.class, "toUpperCase", text -> text.toUpperCase(Locale.ROOT));
        allow(String.class, "contains", (text, part) -> text.contains(text(part)));
        allow(String.class, "startsWith", (text, part) -> text.startsWith(text(part)));
        allow(String.class, "endsWith", (text, part) -> text.endsWith(text(part)));
        allow(String.class, "indexOf", (text, part) -> text.indexOf(text(part)));
        allow(String.class, "equals", (text, other) -> text.equals(other));
        allow(String.class, "equalsIgnoreCase", (text, other) -> text.equalsIgnoreCase(text(other)));
        allow(String.class, "concat", (text, more) -> joined(text, text(more)));
        allow(String.class, "substring", (text, from) -> text.substring(within(from, text)));
        allow(String.class, "substring", (text, from, to) -> text.substring(within(from, text), within(to, text)));

        allow(Number.class, "intValue", number -> number.intValue());
        allow(Number.class, "longValue", number -> number.longValue());
        allow(Number.class, "doubleValue", number -> number.doubleValue());

        allow(Map.class, "get", (map, key) -> map.get(text(key)));
        allow(Map.class, "containsKey", (map, key) -> map.containsKey(text(key)));
        allow(Map.class, "isEmpty", map -> map.isEmpty());
        allow(Map.class, "size", map -> map.size());

        allow(List.class, "get", (list, index) -> item(list, index));
        allow(List.class, "indexOf", (list, item) -> list.indexOf(item));
        allow(Collection.class, "contains", (items, item) -> items.contains(item));
        allow(Collection.class, "isEmpty", items -> items.isEmpty());
        allow(Collection.class, "size", items -> items.size());

        allow(Date.class, "getTime", date -> date.getTime());
        allow(Date.class, "before", (date, other) -> date.before(date(other)));
        allow(Date.class, "after", (date, other) -> date.after(date(other)));

        allow(DateTime.class, "plusMinutes", (time, n) -> time.plusMinutes(number(n)));
        allow(DateTime.class, "plusHours", (time, n) -> time.plusHours(number(n)));
        allow(DateTime.class, "plusDays", (time, n) -> time.plusDays(number(n)));
        allow(DateTime.class, "plusWeeks", (time, n) -> time.plusWeeks(number(n)));
        allow(DateTime.class, "plusMonths", (time, n) -> time.plusMonths(number(n)));
        allow(DateTime.class, "toDate", time -> time.toDate());

        allow(WritableData.class, "put", (data, name, value) -> data.put(text(name), value));
    }

    private ExpressionMethods() {}

    public static Set<String> names() {
        Set<String> names = new TreeSet<>();
        ALLOWED.forEach(entry -> names.add(entry.name()));
        return names;
    }

    static Object call(Object base, String name, Object... arguments) {
        for (Object argument : arguments) {
            if (!isData(argument)) {
                throw refusal("An expression of the diagram passes " + kind(argument) + " to '" + name + "'");
            }
        }
        return find(base, name, arguments.length)
                .orElseThrow(() -> refusal("An expression of the diagram calls '" + name + "' on " + kind(base)))
                .body()
                .call(base, arguments);
    }

    /** {@code map.key}, {@code list[0]}, or a listed getter without its prefix. */
    static Object property(Object base, Object property) {
        if (base instanceof Map<?, ?> map) {
            return map.get(text(property));
        }
        if (base instanceof List<?> list) {
            return item(list, property);
        }
        String name = text(property);
        String capital = name.isEmpty() ? "" : Character.toUpperCase(name.charAt(0)) + name.substring(1);
        return find(base, "get" + capital, 0)
                .or(() -> find(base, "is" + capital, 0))
                .orElseThrow(() -> refusal("An expression of the diagram reads '" + name + "' of " + kind(base)))
                .body()
                .call(base);
    }

    static Refusal refusal(String what) {
        return new Refusal(
                Reason.CONFLICT,
                "expression",
                what + ", which is not allowed; docs/modeler.md lists what expressions can use");
    }

    private static Optional<Entry> find(Object base, String name, int arguments) {
        return ALLOWED.stream()
                .filter(entry ->
                        entry.type().isInstance(base) && entry.name().equals(name) && entry.arguments() == arguments)
                .findFirst();
    }

    /** Arguments have to be plain values: a delegate, for example, must not be stored in a task's data. */
    private static boolean isData(Object value) {
        return value == null
                || value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Date
                || value instanceof Collection<?>
                || value instanceof Map<?, ?> && !(value instanceof WritableData);
    }

    private static String kind(Object value) {
        if (value instanceof String) {
            return "a text";
        }
        if (value instanceof Number) {
            return "a number";
        }
        if (value instanceof Boolean) {
            return "true or false";
        }
        if (value instanceof Map<?, ?>) {
            return value instanceof WritableData ? "the task" : "a map";
        }
        return value instanceof Collection<?> ? "a list" : "something that is no plain value";
    }

    private static Object item(List<?> list, Object index) {
        int i = number(index);
        return i >= 0 && i < list.size() ? list.get(i) : null;
    }

    private static String text(Object value) {
        return String.valueOf(value);
    }

    /** A loop in a diagram could double a text until memory runs out. */
    private static String joined(String text, String more) {
        if (text.length() + more.length() > MAX_TEXT) {
            throw new Refusal(
                    Reason.INVALID,
                    "expression",
                    "An expression of the diagram makes a text of more than " + MAX_TEXT + " characters");
        }
        return text.concat(more);
    }

    private static int within(Object value, String text) {
        return Math.max(0, Math.min(number(value), text.length()));
    }

    private static int number(Object value) {
        if (value instanceof Number number) {
            return number.intValue();
        }
        try {
            return Integer.parseInt(text(value));
        } catch (NumberFormatException e) {
            throw refusal("An expression of the diagram uses " + kind(value) + " as a number");
        }
    }

    private static Date date(Object value) {
        if (value instanceof Date date) {
            return date;
        }
        throw refusal("An expression of the diagram uses " + kind(value) + " as a date");
    }

    private record Entry(Class<?> type, String name, int arguments, Body body) {}

    private interface Body {

        Object call(Object base, Object... arguments);
    }

    private interface TwoArguments<T> {

        Object apply(T base, Object first, Object second);
    }

    private static <T> void allow(Class<T> type, String name, Function<T, Object> body) {
        ALLOWED.add(new Entry(type, name, 0, (base, a) -> body.apply(type.cast(base))));
    }

    private static <T> void allow(Class<T> type, String name, BiFunction<T, Object, Object> body) {
        ALLOWED.add(new Entry(type, name, 1, (base, a) -> body.apply(type.cast(base), a[0])));
    }

    private static <T> void allow(Class<T> type, String name, TwoArguments<T> body) {
        ALLOWED.add(new Entry(type, name, 2, (base, a) -> body.apply(type.cast(base), a[0], a[1])));
    }
}
