package dev.baton.engine.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.engine.identity.PublishIdentityChanges;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.camunda.bpm.engine.ProcessEngine;
import org.camunda.bpm.engine.impl.interceptor.Command;
import org.junit.jupiter.api.Test;
import org.springframework.objenesis.ObjenesisStd;

/**
 * Every command of the engine is in {@code engine-commands.txt} with what the interceptors do about it. A newer engine may
 * bring one that moves a task past the guards; here it is noticed.
 */
class EngineCommandsTest {

    private static final String PACKAGE = "org.camunda.bpm.engine.impl.";
    private static final Path LIST = Path.of("src/test/resources/engine-commands.txt");
    private static final Pattern SECTION = Pattern.compile("\\[(.+)] (.+)");
    private static final String NOTHING = "nothing";
    private static final String READS = "Only reads";

    /** Words in the names of commands that change something, queries apart. */
    private static final Pattern CHANGE = Pattern.compile("^(?!.*Query).*(Activate|Add|Assign|Claim|Complete|Correlate"
            + "|Create|Delegate|Delete|Deploy(?!ment|ed)|Handle|Lock(?!ed)|Migrat|Modif|Patch|Purge|Remove|Resolve|Restart"
            + "|Save|Set|Signal|Start(?!Form)|Submit|Suspend|Trigger|Unlock(?!ed)|Update).*");

    private static final Map<String, Predicate<Command<?>>> INTERCEPTORS = new LinkedHashMap<>();

    static {
        INTERCEPTORS.put("locks", LockTaskFirst::locks);
        INTERCEPTORS.put("retried", RetryOnConflict::retries);
        INTERCEPTORS.put("guarded", GuardedCommands::moves);
        INTERCEPTORS.put("candidates", CandidateChanges::checks);
        INTERCEPTORS.put("counters", RefuseCounterVariables::checks);
        INTERCEPTORS.put("modifies", RefuseTokenModification::modifies);
        INTERCEPTORS.put("migrates", RefuseTokenModification::migrates);
        INTERCEPTORS.put("refused", RefusedCommands::refuses);
        INTERCEPTORS.put("logged", OperationsLog::logs);
        INTERCEPTORS.put("published", PublishIdentityChanges::publishes);
    }

    private record Entry(String does, String why) {}

    @Test
    void everyCommandOfTheEngineIsInTheList() throws Exception {
        assertThat(list().keySet()).containsExactlyElementsOf(commands().keySet());
    }

    @Test
    void theInterceptorsDoWhatTheListSays() throws Exception {
        Map<String, Class<?>> commands = commands();
        Map<String, String> listed = new TreeMap<>();
        Map<String, String> done = new TreeMap<>();
        list().forEach((name, entry) -> {
            listed.put(name, entry.does());
            done.put(name, intercepted(commands.get(name)));
        });
        assertThat(done).isEqualTo(listed);
    }

    @Test
    void aCommandWhoseNameSpeaksOfAChangeDoesNotOnlyRead() throws IOException {
        assertThat(list().entrySet().stream()
                        .filter(command -> command.getValue().why().equals(READS))
                        .map(command -> command.getKey().replaceFirst(".*[.$]", ""))
                        .filter(name -> CHANGE.matcher(name).matches()))
                .isEmpty();
    }

    /** The lists in the interceptors tell commands by their classes, so one without any content will do. */
    private static String intercepted(Class<?> type) {
        Command<?> command = (Command<?>) new ObjenesisStd().newInstance(type);
        String does = INTERCEPTORS.entrySet().stream()
                .filter(interceptor -> interceptor.getValue().test(command))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
        return does.isEmpty() ? NOTHING : does;
    }

    private static Map<String, Entry> list() throws IOException {
        Map<String, Entry> entries = new TreeMap<>();
        Entry section = null;
        for (String line : Files.readAllLines(LIST)) {
            Matcher heading = SECTION.matcher(line);
            if (heading.matches()) {
                section = new Entry(heading.group(1), heading.group(2));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                assertThat(entries.put(line.strip(), section))
                        .as(line + " is there twice")
                        .isNull();
            }
        }
        return entries;
    }

    private static Map<String, Class<?>> commands() throws IOException, URISyntaxException {
        Map<String, Class<?>> commands = new TreeMap<>();
        Path jar = Path.of(ProcessEngine.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (JarFile file = new JarFile(jar.toFile())) {
            Set<String> names = file.stream()
                    .map(entry -> entry.getName().replace('/', '.'))
                    .filter(name -> name.endsWith(".class") && name.startsWith("org.camunda.bpm.engine."))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .collect(Collectors.toCollection(TreeSet::new));
            for (String name : names) {
                if (isCommand(name)) {
                    commands.put(name.startsWith(PACKAGE) ? name.substring(PACKAGE.length()) : name, load(name));
                }
            }
        }
        assertThat(commands).hasSizeGreaterThan(300);
        return commands;
    }

    private static boolean isCommand(String name) {
        Class<?> type = load(name);
        return type != null
                && Command.class.isAssignableFrom(type)
                && !type.isInterface()
                && !Modifier.isAbstract(type.getModifiers());
    }

    /** Null for those that need a library which is not there, as the parts for application servers do. */
    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, EngineCommandsTest.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }
}
