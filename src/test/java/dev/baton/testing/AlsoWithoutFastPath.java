package dev.baton.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has the tests of a class that are {@link OnBothDatabases} run once more, on PostgreSQL with {@code baton.fast-path=false}.
 * For classes about what the optimisations could break: moves, claims, timers, and callers at the same time.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface AlsoWithoutFastPath {}
