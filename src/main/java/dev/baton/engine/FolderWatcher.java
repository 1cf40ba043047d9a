package dev.baton.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Component;

/**
 * Deploys a diagram again when it, or a schema beside it, is saved. It looks every so often instead of asking to be
 * told: that also notices files that are replaced, on every kind of disk. What changes between two looks is still
 * being written.
 */
@Component
@ConditionalOnProperty("baton.lifecycles-watch")
class FolderWatcher implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(FolderWatcher.class);
    private static final long LOOK = 300;

    private record Seen(long size, long modified, Object file) {}

    private final LifecycleFolder folder;
    private final Lifecycles lifecycles;
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(work -> daemon(new Thread(work, "folder-watch")));
    private Map<Path, Seen> deployed;
    private Map<Path, Seen> before;

    FolderWatcher(LifecycleFolder folder, Lifecycles lifecycles) {
        this.folder = folder;
        this.lifecycles = lifecycles;
        this.deployed = look(); // what the start itself deploys
        this.before = deployed;
    }

    private static Thread daemon(Thread thread) {
        thread.setDaemon(true);
        return thread;
    }

    @EventListener
    void start(ApplicationReadyEvent event) {
        LOG.info("Watching {}: a saved diagram is deployed at once", folder.paths());
        clock.scheduleWithFixedDelay(this::check, LOOK, LOOK, TimeUnit.MILLISECONDS);
    }

    @Override
    public void destroy() {
        clock.shutdownNow();
    }

    private void check() {
        try {
            Map<Path, Seen> now = look();
            if (now.equals(before) && !now.equals(deployed)) {
                Set<Path> gone = new TreeSet<>(deployed.keySet());
                gone.removeAll(now.keySet());
                gone.forEach(file -> LOG.warn("{} is gone; what was deployed from it stays", file));
                deployed = now;
                folder.present().forEach(this::deploy);
            }
            before = now;
        } catch (RuntimeException e) {
            LOG.warn("The folder of lifecycles can't be looked at now: {}", e.getMessage());
        }
    }

    private void deploy(Resource diagram) {
        try {
            lifecycles.deploy(diagram);
        } catch (RuntimeException e) {
            LOG.error("{} is not deployed, the version before it stays. {}", diagram.getFilename(), e.getMessage());
        }
    }

    private Map<Path, Seen> look() {
        Map<Path, Seen> found = new LinkedHashMap<>();
        for (Path root : folder.paths()) {
            try (Stream<Path> files = Files.walk(root, 3)) {
                files.filter(FolderWatcher::matters).sorted().forEach(file -> see(file, found));
            } catch (IOException | UncheckedIOException e) {
                LOG.debug("{} can't be read now", root, e);
            }
        }
        return found;
    }

    private static boolean matters(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".bpmn") || name.endsWith(".schema.json");
    }

    private static void see(Path file, Map<Path, Seen> found) {
        try {
            var attributes = Files.readAttributes(file, java.nio.file.attribute.BasicFileAttributes.class);
            found.put(
                    file,
                    new Seen(
                            attributes.size(),
                            attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                            attributes.fileKey()));
        } catch (IOException e) {
            LOG.debug("{} has just gone", file, e);
        }
    }
}
