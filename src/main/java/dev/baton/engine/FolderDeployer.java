package dev.baton.engine;

import dev.baton.core.StartupFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.Resource;
import org.springframework.stereotype.Component;

/** Deploys the diagrams of the folders. A bad one is logged with all its mistakes, and the version before it stays in use. */
@Component
class FolderDeployer {

    private static final Logger LOG = LoggerFactory.getLogger(FolderDeployer.class);

    private final Lifecycles lifecycles;

    FolderDeployer(Lifecycles lifecycles) {
        this.lifecycles = lifecycles;
    }

    void deploy(List<Resource> diagrams) {
        Map<String, List<Resource>> byKey = new LinkedHashMap<>();
        for (Resource diagram : diagrams) {
            byKey.computeIfAbsent(key(diagram), key -> new ArrayList<>()).add(diagram);
        }
        byKey.forEach((key, files) -> {
            if (files.size() == 1) {
                deploy(files.get(0));
            } else {
                LOG.error(
                        "{} have the same key '{}': none of them is deployed, the version before stays in use. Give"
                                + " each process an id of its own",
                        files.stream().map(FolderDeployer::place).collect(Collectors.joining(" and ")),
                        key);
            }
        });
    }

    /** The file itself if it has no key: its deployment reports why. */
    private static String key(Resource diagram) {
        try {
            String key = DiagramReader.processId(LifecycleFolder.bytes(diagram));
            return key == null ? diagram.getDescription() : key;
        } catch (StartupFailure e) {
            return diagram.getDescription();
        }
    }

    private static String place(Resource diagram) {
        try {
            return diagram.getURI().toString();
        } catch (java.io.IOException e) {
            return diagram.getDescription();
        }
    }

    private void deploy(Resource diagram) {
        try {
            lifecycles.deploy(diagram);
        } catch (InvalidDiagram | StartupFailure e) {
            LOG.error(
                    "{} is not deployed, the version before it stays in use. {}",
                    diagram.getFilename(),
                    e.getMessage());
        }
    }
}
