package dev.baton.engine.persistence;

import dev.baton.database.SqlStatement;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.ParameterMapping;
import org.apache.ibatis.reflection.MetaObject;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.type.JdbcType;
import org.apache.ibatis.type.TypeHandler;

/** A write from the engine's MyBatis mappings that can be sent together with others. */
record MappedWrite(Configuration mappings, BoundSql bound, Object parameter) implements SqlStatement {

    static MappedWrite of(Configuration mappings, String statement, Object parameter) {
        return new MappedWrite(mappings, mappings.getMappedStatement(statement).getBoundSql(parameter), parameter);
    }

    @Override
    public String sql() {
        return bound.getSql();
    }

    @Override
    public int bind(PreparedStatement statement, int first) throws SQLException {
        int index = first;
        MetaObject properties = isTheValue() ? null : mappings.newMetaObject(parameter);
        for (ParameterMapping mapping : bound.getParameterMappings()) {
            bind(statement, index++, mapping, value(mapping.getProperty(), properties));
        }
        return index;
    }

    @SuppressWarnings("unchecked")
    private void bind(PreparedStatement statement, int index, ParameterMapping mapping, Object value)
            throws SQLException {
        JdbcType type =
                value == null && mapping.getJdbcType() == null ? mappings.getJdbcTypeForNull() : mapping.getJdbcType();
        ((TypeHandler<Object>) mapping.getTypeHandler()).setParameter(statement, index, value, type);
    }

    private Object value(String property, MetaObject properties) {
        if (bound.hasAdditionalParameter(property)) {
            return bound.getAdditionalParameter(property);
        }
        return properties == null ? parameter : properties.getValue(property);
    }

    /** Whether the statement's parameter is itself the only value, such as an id. */
    private boolean isTheValue() {
        return parameter == null || mappings.getTypeHandlerRegistry().hasTypeHandler(parameter.getClass());
    }
}
