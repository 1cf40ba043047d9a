package dev.baton.engine;

import dev.baton.database.SqlStatement;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.ParameterMapping;
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
        for (ParameterMapping mapping : bound.getParameterMappings()) {
            bind(statement, index++, mapping);
        }
        return index;
    }

    @SuppressWarnings("unchecked")
    private void bind(PreparedStatement statement, int index, ParameterMapping mapping) throws SQLException {
        Object value = value(mapping.getProperty());
        JdbcType type =
                value == null && mapping.getJdbcType() == null ? mappings.getJdbcTypeForNull() : mapping.getJdbcType();
        ((TypeHandler<Object>) mapping.getTypeHandler()).setParameter(statement, index, value, type);
    }

    private Object value(String property) {
        if (bound.hasAdditionalParameter(property)) {
            return bound.getAdditionalParameter(property);
        }
        boolean isTheValue =
                parameter == null || mappings.getTypeHandlerRegistry().hasTypeHandler(parameter.getClass());
        return isTheValue ? parameter : mappings.newMetaObject(parameter).getValue(property);
    }
}
