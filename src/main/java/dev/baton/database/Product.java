package dev.baton.database;

import javax.sql.DataSource;
import org.springframework.boot.jdbc.DatabaseDriver;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/** The supported database products. */
public enum Product {
    H2,
    POSTGRESQL;

    public static Product of(DataSource database) {
        try {
            String name = JdbcUtils.extractDatabaseMetaData(database, meta -> meta.getDatabaseProductName());
            return DatabaseDriver.fromProductName(name) == DatabaseDriver.POSTGRESQL ? POSTGRESQL : H2;
        } catch (MetaDataAccessException e) {
            throw new IllegalStateException("The name of the database product could not be read", e);
        }
    }
}
