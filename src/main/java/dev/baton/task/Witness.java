package dev.baton.task;

import java.util.List;

/** Hears what happened to tasks once it is committed; many do, at every move, so it should not take long. */
public interface Witness {

    void moved(Task task, List<Step> steps);
}
