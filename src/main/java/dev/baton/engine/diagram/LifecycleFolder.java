package dev.baton.engine.diagram;

import dev.baton.core.StartupFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.camunda.bpm.model.bpmn.BpmnModelInstance;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.io.support.ResourcePatternResolver;
import org.springframework.stereotype.Component;

/** The folders that lifecycles are read from: diagrams, with the schemas of their artifacts and their decision tables beside them. */
@Component
public class LifecycleFolder {

    private final List<String> folders;
    private final ResourcePatternResolver files = new PathMatchingResourcePatternResolver();

    LifecycleFolder(FolderSettings settings) {
        this.folders = settings.lifecycles();
    }

    public List<Resource> diagrams() {
        List<Resource> diagrams = new ArrayList<>();
        for (String folder : folders) {
            Resource root = files.getResource(folder);
            if (folder.startsWith("file:") && !readable(root)) {
                throw new StartupFailure("The folder of lifecycles " + folder + " can't be read: give baton.lifecycles"
                        + " a folder that exists and that the server may read.");
            }
            List<Resource> found = list(folder + "*.bpmn");
            if (found.isEmpty() && folder.startsWith("file:")) {
                throw new StartupFailure("The folder of lifecycles " + folder
                        + " has no diagram: put at least one file that ends with .bpmn there.");
            }
            diagrams.addAll(found);
        }
        return diagrams;
    }

    /** The diagrams that exist now; missing folders are ignored. */
    public List<Resource> present() {
        return folders.stream()
                .flatMap(folder -> list(folder + "*.bpmn").stream())
                .toList();
    }

    /** Whether there is a diagram of that name, which may not be deployed yet. */
    boolean has(String key) {
        return present().stream().anyMatch(diagram -> (key + ".bpmn").equals(diagram.getFilename()));
    }

    /** The folders in the file system. */
    public List<Path> paths() {
        return folders.stream()
                .filter(folder -> folder.startsWith("file:"))
                .map(folder -> Path.of(folder.substring("file:".length())))
                .toList();
    }

    public static String schemaFile(String artifact) {
        return "artifacts/" + artifact + ".schema.json";
    }

    /** The schema in the diagram's folder, or else in one of the others. */
    public Optional<byte[]> schema(Resource diagram, String lifecycle, String artifact) {
        return places(lifecycle, artifact)
                .map(place -> beside(diagram, place))
                .filter(Resource::exists)
                .findFirst()
                .map(LifecycleFolder::bytes)
                .or(() -> schema(lifecycle, artifact));
    }

    public Optional<byte[]> schema(String lifecycle, String artifact) {
        return folders.stream()
                .flatMap(folder -> places(lifecycle, artifact).map(place -> files.getResource(folder + place)))
                .filter(Resource::exists)
                .findFirst()
                .map(LifecycleFolder::bytes);
    }

    /** The file with a decision in one of the folders. */
    public Optional<DecisionFile> decisions(String decision, String lifecycle) {
        return decisions(decision, lifecycle, folders);
    }

    /** The files with the decisions that a diagram names: in its folder, or else in one of the others. */
    public Collection<DecisionFile> decisions(Resource diagram, String lifecycle) {
        BpmnModelInstance model = StrictBpmnParser.read(bytes(diagram));
        List<String> places = new ArrayList<>(folders);
        places.add(0, folderOf(diagram));
        return DecisionTasks.references(model, lifecycle).stream()
                .flatMap(decision -> decisions(decision, lifecycle, places).stream())
                .collect(Collectors.toMap(DecisionFile::name, file -> file, (one, other) -> one, TreeMap::new))
                .values();
    }

    /** A file that is named after the lifecycle goes first. */
    private Optional<DecisionFile> decisions(String decision, String lifecycle, List<String> places) {
        return places.stream()
                .flatMap(place -> list(place + "*.dmn").stream()
                        .sorted(Comparator.comparing(file -> !(lifecycle + ".dmn").equals(file.getFilename()))))
                .map(file -> DecisionFile.read(file.getFilename(), bytes(file)))
                .filter(file -> file.decisions().containsKey(decision))
                .findFirst();
    }

    private static String folderOf(Resource diagram) {
        try {
            String place = diagram.getURL().toString();
            return place.substring(0, place.lastIndexOf('/') + 1);
        } catch (IOException e) {
            throw new StartupFailure("The folder of " + diagram.getDescription() + " can't be read: " + e.getMessage());
        }
    }

    /** A lifecycle's own schema takes precedence over a shared one. */
    private static Stream<String> places(String lifecycle, String artifact) {
        return Stream.of(schemaFile(lifecycle + "/" + artifact), schemaFile(artifact));
    }

    private static Resource beside(Resource diagram, String place) {
        try {
            return diagram.createRelative(place);
        } catch (IOException e) {
            throw new StartupFailure("The folder of " + diagram.getDescription() + " can't be read: " + e.getMessage());
        }
    }

    public static byte[] bytes(Resource resource) {
        try {
            return resource.getContentAsByteArray();
        } catch (IOException e) {
            throw new StartupFailure("The file " + resource.getDescription() + " can't be read: " + e.getMessage());
        }
    }

    private static boolean readable(Resource folder) {
        try {
            return folder.getFile().isDirectory() && folder.getFile().list() != null;
        } catch (IOException e) {
            return false;
        }
    }

    private List<Resource> list(String pattern) {
        try {
            return Arrays.stream(files.getResources(pattern))
                    .sorted(Comparator.comparing(Resource::getFilename))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
