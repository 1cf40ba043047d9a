package dev.baton.api;

import java.util.Locale;

/** The names of enum constants as requests and answers have them. */
final class EnumNames {

    private EnumNames() {}

    static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
