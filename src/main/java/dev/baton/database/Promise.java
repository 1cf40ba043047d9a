package dev.baton.database;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The engine wants to know of each row that it has changed whether it was still as it had read it, and would wait for
 * the answer. It is promised that it was, and the statement itself sees to that: it fails where it changes no row, and the
 * commit behind it does not happen.
 */
final class Promise {

    /** What dividing by the number of changed rows fails with. */
    static final String BROKEN = "22012";

    private static final String OVERTAKEN = "40001";
    private static final Pattern NEW = Pattern.compile("(?is)\\s*insert\\s+into\\s+act_ru_.*");
    private static final Pattern CHANGE = Pattern.compile(
            "(?is)\\s*(update|delete\\s+from)\\s+act_ru_.*\\bwhere\\s+id_\\s*=\\s*\\?\\s+and\\s+rev_\\s*=\\s*\\?\\s*");
    private static final String NONE = "";

    /** The engine has a limited number of statements. */
    private static final Map<String, String> KEPT = new ConcurrentHashMap<>();

    private Promise() {}

    /** Whether it changes one row, or adds one. */
    static boolean fits(String sql) {
        return !kept(sql).equals(NONE);
    }

    /** The same statement, but it fails where it does nothing. */
    static String kept(String sql) {
        return KEPT.computeIfAbsent(sql, Promise::keep);
    }

    private static String keep(String sql) {
        if (NEW.matcher(sql).matches()) {
            return sql;
        }
        return CHANGE.matcher(sql).matches()
                ? "WITH changed AS (" + sql + " RETURNING 1) SELECT 1 / count(*) FROM changed"
                : NONE;
    }

    static SQLException broken(SQLException cause) {
        return new SQLException("Somebody else has changed the same rows meanwhile", OVERTAKEN, cause);
    }
}
