package dev.baton.engine.deployment;

import dev.baton.engine.diagram.LifecycleFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
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
import org.springframework.stereotype.Component;

/**
 * Deploys a diagram again when it, or a schema or decision table beside it, is saved. It polls instead of using a WatchService, which misses
 * replaced files on some file systems. Files are deployed once two polls in a row see the same state, because a file that
 * changes is still being written.
 */
@Component
@ConditionalOnProperty("baton.lifecycles-watch")
class FolderWatcher implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(FolderWatcher.class);
    private static final long POLL_MILLIS = 300;

    private record FileState(long size, long modified, Object file) {}

    private final LifecycleFolder folder;
    private final FolderDeployer deployer;
    private final ScheduledExecutorService scheduler =
            Executors.newSingleThreadScheduledExecutor(work -> daemon(new Thread(work, "folder-watch")));
    private Map<Path, FileState> deployed;
    private Map<Path, FileState> before;

    FolderWatcher(LifecycleFolder folder, FolderDeployer deployer) {
        this.folder = folder;
        this.deployer = deployer;
        this.deployed = scan(); // deployed at the start
        this.before = deployed;
    }

    private static Thread daemon(Thread thread) {
        thread.setDaemon(true);
        return thread;
    }

    @EventListener
    void start(ApplicationReadyEvent event) {
        LOG.info("Watching {}: a saved diagram is deployed at once", folder.paths());
        scheduler.scheduleWithFixedDelay(this::check, POLL_MILLIS, POLL_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void destroy() {
        scheduler.shutdownNow();
    }

    private void check() {
        try {
            Map<Path, FileState> now = scan();
            if (now.equals(before) && !now.equals(deployed)) {
                Set<Path> gone = new TreeSet<>(deployed.keySet());
                gone.removeAll(now.keySet());
                gone.forEach(file -> LOG.warn("{} is gone; what was deployed from it stays", file));
                deployed = now;
                deployer.deploy(folder.present());
            }
            before = now;
        } catch (RuntimeException e) {
            LOG.warn("The folder of lifecycles can't be read now and is tried again: {}", e.getMessage());
        }
    }

    private Map<Path, FileState> scan() {
        Map<Path, FileState> found = new LinkedHashMap<>();
        for (Path root : folder.paths()) {
            try (Stream<Path> files = Files.walk(root, 3)) {
                files.filter(FolderWatcher::isDeployable).sorted().forEach(file -> add(file, found));
            } catch (IOException | UncheckedIOException e) {
                LOG.debug("{} can't be read now", root, e);
            }
        }
        return found;
    }

    private static boolean isDeployable(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".bpmn") || name.endsWith(".dmn") || name.endsWith(".schema.json");
    }

    private static void add(Path file, Map<Path, FileState> found) {
        try {
            var attributes = Files.readAttributes(file, BasicFileAttributes.class);
            found.put(
                    file,
                    new FileState(
                            attributes.size(),
                            attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                            attributes.fileKey()));
        } catch (IOException e) {
            LOG.debug("{} was deleted", file, e);
        }
    }
}
