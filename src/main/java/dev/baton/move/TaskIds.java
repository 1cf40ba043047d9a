package dev.baton.move;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;

/**
 * Ids for tasks whose creators give none: UUIDs of version 7, which begin with the time. The rows of new tasks are then next to
 * each other in every index by id; with random ones, each would be on another page.
 */
final class TaskIds {

    private static final TimeBasedEpochGenerator UUIDS = Generators.timeBasedEpochGenerator();

    private TaskIds() {}

    static String next() {
        return UUIDS.generate().toString();
    }
}
