package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shell script {@code bin/baton} runs a jar; here it is one that says which arguments it got. */
class BatonScriptTest {

    private static final String LETTERS = "Prüfung 検査 🙂";

    @TempDir
    private Path folder;

    /** What the jar of the tests runs. */
    public static final class Arguments {
        public static void main(String[] arguments) {
            for (String argument : arguments) {
                System.out.println(
                        argument.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" ")));
            }
        }
    }

    /** The last two are those of a container: none is set, or one that is not installed. */
    @ParameterizedTest
    @ValueSource(strings = {"LC_ALL=C", "LC_CTYPE=POSIX", "LANG=C.UTF-8", "LC_ALL=", "LANG=xx_YY.UTF-8"})
    void lettersArriveWhateverTheLocale(String locale) throws Exception {
        String[] variable = locale.split("=", 2);
        assertThat(run(Map.of(variable[0], variable[1]), "task", "create", LETTERS))
                .containsExactly(points("task"), points("create"), points(LETTERS));
    }

    @Test
    void argumentsWithSpacesAndStarsStayWhole() throws Exception {
        assertThat(run(Map.of(), "task", "list", "* $HOME", "", "-x y"))
                .containsExactly(points("task"), points("list"), points("* $HOME"), "", points("-x y"));
    }

    private List<String> run(Map<String, String> locale, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder script = new ProcessBuilder(new ArrayList<>(List.of("bin/baton")));
        script.command().addAll(List.of(arguments));
        script.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
        script.environment().putAll(locale);
        script.environment().put("BATON_JAR", jar().toString());
        script.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = script.redirectErrorStream(true).start();
        try (InputStream out = process.getInputStream()) {
            String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(text).isZero();
            return text.lines().toList();
        }
    }

    private static String points(String text) {
        return text.codePoints().mapToObj(Integer::toHexString).collect(Collectors.joining(" "));
    }

    private Path jar() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Arguments.class.getName());
        Path jar = folder.resolve("arguments.jar");
        String name = Arguments.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream code = Arguments.class.getClassLoader().getResourceAsStream(name)) {
            out.putNextEntry(new ZipEntry(name));
            code.transferTo(out);
        }
        return jar;
    }
}
