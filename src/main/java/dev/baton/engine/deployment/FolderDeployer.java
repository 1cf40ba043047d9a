package dev.baton.engine.deployment;

import dev.baton.core.StartupFailure;
import dev.baton.engine.diagram.DiagramReader;
import dev.baton.engine.diagram.LifecycleFolder;
import dev.baton.engine.failure.InvalidDiagram;
import dev.baton.lifecycle.Lifecycle;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Component;

/** Deploys the diagrams of the folders. A bad one is logged with all its mistakes, and the version before it stays in use. */
@Component
public class FolderDeployer {

    private static final Logger LOG = LoggerFactory.getLogger(FolderDeployer.class);

    private final Lifecycles lifecycles;

    FolderDeployer(Lifecycles lifecycles) {
        this.lifecycles = lifecycles;
    }

    /** @param lifecycle empty if the file can't be read: its deployment reports why */
    private record DiagramFile(Resource file, Optional<Lifecycle> lifecycle) {

        static DiagramFile read(Resource file) {
            try {
                return new DiagramFile(file, DiagramReader.lifecycle(LifecycleFolder.bytes(file)));
            } catch (StartupFailure e) {
                return new DiagramFile(file, Optional.empty());
            }
        }

        /** The file itself if it has no key. */
        String key() {
            return lifecycle.map(Lifecycle::key).orElseGet(file::getDescription);
        }

        String place() {
            try {
                return file.getURI().toString();
            } catch (IOException e) {
                return file.getDescription();
            }
        }
    }

    public void deploy(List<Resource> diagrams) {
        Map<String, List<DiagramFile>> byKey = new LinkedHashMap<>();
        for (Resource diagram : diagrams) {
            DiagramFile file = DiagramFile.read(diagram);
            byKey.computeIfAbsent(file.key(), key -> new ArrayList<>()).add(file);
        }
        byKey.forEach((key, files) -> {
            if (files.size() == 1) {
                deploy(files.get(0));
            } else {
                LOG.error(
                        "{} have the same key '{}': none of them is deployed, the version before stays in use. Give"
                                + " each process an id of its own",
                        files.stream().map(DiagramFile::place).collect(Collectors.joining(" and ")),
                        key);
            }
        });
    }

    private void deploy(DiagramFile diagram) {
        try {
            lifecycles.deploy(diagram.file(), diagram.lifecycle());
        } catch (InvalidDiagram | StartupFailure e) {
            LOG.error(
                    "{} is not deployed, the version before it stays in use. {}",
                    diagram.file().getFilename(),
                    e.getMessage());
        }
    }
}
