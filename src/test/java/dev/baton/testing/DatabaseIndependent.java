package dev.baton.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has the tests of a class that are {@link OnBothDatabases} run on H2 only: what they are about (a diagram, a schema, a role,
 * an address) is decided in Java, and the statements that follow are those of other tests.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface DatabaseIndependent {}
