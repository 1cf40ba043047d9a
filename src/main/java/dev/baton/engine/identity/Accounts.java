package dev.baton.engine.identity;

import dev.baton.core.Groups;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Reads users with their groups in one query: every request that signs in needs both. */
@Repository
public class Accounts {

    private static final int MAX_ID_LENGTH = 64;

    private final JdbcClient jdbc;

    Accounts(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    public Optional<Account> find(String user) {
        if (user == null || user.length() > MAX_ID_LENGTH || user.indexOf(0) >= 0) {
            return Optional.empty();
        }
        Set<String> groups = new HashSet<>();
        List<String[]> rows = jdbc.sql("""
                        SELECT u.pwd_, u.salt_, m.group_id_ FROM act_id_user u
                        LEFT JOIN act_id_membership m ON m.user_id_ = u.id_ WHERE u.id_ = ?""")
                .param(user)
                .query((row, i) -> {
                    if (row.getString(3) != null) {
                        groups.add(row.getString(3));
                    }
                    return new String[] {row.getString(1), row.getString(2)};
                })
                .list();
        return rows.stream().findFirst().map(row -> new Account(user, groups, row[0], row[1]));
    }

    /** The admins, locked until the transaction ends, so that two of them can't remove each other concurrently. */
    List<String> lockAdmins() {
        return jdbc.sql("SELECT user_id_ FROM act_id_membership WHERE group_id_ = ? FOR UPDATE")
                .param(Groups.ADMIN)
                .query(String.class)
                .list();
    }
}
