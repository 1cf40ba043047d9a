package dev.baton.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The classes of a server that tests start as a process of its own, with an archive of the loaded ones (class data sharing):
 * it takes about half of the processor time of a start. An archive needs a class path of jars, so the server's own classes are packed
 * into one. Both are made once after each change of the classes, beside them.
 */
final class ServerClasses {

    private static final List<String> OPTIONS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xlog:cds=off", "-Xlog:cds+dynamic=off");

    private static List<String> installed;

    private ServerClasses() {}

    /** The command that starts Java with the server's classes and, after them, those of the tests. */
    static List<String> javaWithTests() {
        return java(Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(ServerClasses::ofTests)
                .toList());
    }

    /** The same without the tests' classes and settings, those for the log above all. */
    static List<String> java() {
        return java(List.of());
    }

    /** The server's own classes and libraries, without the tests'. */
    static String classpath() {
        return all().filter(entry -> !ofTests(entry)).collect(Collectors.joining(File.pathSeparator));
    }

    private static Stream<String> all() {
        String libraries = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(libraries.split(File.pathSeparator));
    }

    private static boolean ofTests(String entry) {
        return entry.contains("test-classes") || entry.endsWith("java/test") || entry.endsWith("resources/test");
    }

    private static synchronized List<String> java(List<String> more) {
        if (installed == null) {
            installed = prepare();
        }
        List<String> command = new ArrayList<>(installed);
        int classpath = command.size() - 1;
        command.set(
                classpath,
                Stream.concat(Stream.of(command.get(classpath)), more.stream())
                        .collect(Collectors.joining(File.pathSeparator)));
        return command;
    }

    private static List<String> prepare() {
        List<Path> own = all().filter(entry -> !ofTests(entry))
                .map(Path::of)
                .filter(Files::isDirectory)
                .toList();
        Path folder = own.get(0).resolveSibling("server-processes");
        Path jar = folder.resolve("server.jar");
        Path archive = folder.resolve("classes.jsa");
        String classpath = Stream.concat(Stream.of(jar.toString()), all().filter(entry -> entry.endsWith(".jar")))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(OPTIONS);
        try {
            Files.createDirectories(folder);
            // The processes that run the tests start at the same time.
            try (FileChannel channel = FileChannel.open(
                            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (!Files.exists(archive) || changed(own).compareTo(Files.getLastModifiedTime(jar)) > 0) {
                    Files.deleteIfExists(archive);
                    pack(own, jar);
                    makeArchive(command, classpath, archive, folder);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        command.addAll(List.of("-XX:SharedArchiveFile=" + archive, "-cp", classpath));
        return List.copyOf(command);
    }

    private static FileTime changed(List<Path> folders) throws IOException {
        FileTime last = FileTime.fromMillis(0);
        for (Path file : files(folders)) {
            FileTime time = Files.getLastModifiedTime(file);
            last = time.compareTo(last) > 0 ? time : last;
        }
        return last;
    }

    private static List<Path> files(List<Path> folders) throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path folder : folders) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.forEach(all::add);
            }
        }
        return all;
    }

    /** With entries for folders, in which Spring and Flyway look for files. */
    private static void pack(List<Path> folders, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Path folder : folders) {
                for (Path file : files(List.of(folder))) {
                    if (file.equals(folder)) {
                        continue;
                    }
                    boolean isFolder = Files.isDirectory(file);
                    out.putNextEntry(new JarEntry(folder.relativize(file) + (isFolder ? "/" : "")));
                    if (!isFolder) {
                        Files.copy(file, out);
                    }
                    out.closeEntry();
                }
            }
        }
    }

    /** A start on a database in memory that ends when everything is loaded. Without an archive, servers only start more slowly. */
    private static void makeArchive(List<String> command, String classpath, Path archive, Path folder)
            throws IOException {
        List<String> start = new ArrayList<>(command);
        start.addAll(List.of(
                "-XX:ArchiveClassesAtExit=" + archive,
                "-Dspring.context.exit=onRefresh",
                "-cp",
                classpath,
                "dev.baton.BatonApplication",
                "--server.port=0",
                "--spring.datasource.url=jdbc:h2:mem:archive"));
        Process process = new ProcessBuilder(start)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.txt").toFile())
                .start();
        try {
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                throw new IOException("the start for the archive does not end; see " + folder);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            process.destroyForcibly();
        }
    }
}
