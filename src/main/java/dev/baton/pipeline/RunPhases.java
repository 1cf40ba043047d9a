package dev.baton.pipeline;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.pipeline.PipelineSettings.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The phases of a run and how many of them are done.
 *
 * @param node the part of the checkpoint that has them
 */
record RunPhases(ObjectNode node) {

    void start(List<Phase> phases) {
        node.put("done", 0);
        ArrayNode nodes = node.putArray("phases");
        phases.forEach(phase -> PhaseProgress.add(nodes, phase));
    }

    boolean exist() {
        return node.has("phases");
    }

    List<Phase> list() {
        List<Phase> phases = new ArrayList<>();
        node.path("phases").forEach(phase -> phases.add(new PhaseProgress((ObjectNode) phase).phase()));
        return phases;
    }

    int done() {
        return node.path("done").intValue();
    }

    void done(int count) {
        node.put("done", count);
    }

    /** Whether a phase is left to run. */
    boolean inProgress() {
        return done() < node.path("phases").size();
    }

    /** The phase that is to run; after the last one is done, that one. */
    PhaseProgress current() {
        return get(Math.min(done(), node.get("phases").size() - 1));
    }

    PhaseProgress get(int index) {
        return new PhaseProgress((ObjectNode) node.get("phases").get(index));
    }

    /** The index of the phase that repairs what a verification found. */
    int repairIndex() {
        return indexOf(node.path("repair").textValue());
    }

    /** The index of the phase with that name; the last one's if there is none. */
    int indexOf(String name) {
        List<Phase> phases = list();
        int last = phases.size() - 1;
        return IntStream.range(0, last)
                .filter(i -> phases.get(i).name().equals(name))
                .findFirst()
                .orElse(last);
    }

    /** This phase and those after it have to run again. */
    void reopenFrom(int index) {
        IntStream.range(index, node.get("phases").size()).forEach(i -> get(i).reopen());
        done(index);
    }
}
