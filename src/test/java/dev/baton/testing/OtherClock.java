package dev.baton.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Lets a process have another time than this machine, by libfaketime. */
public final class OtherClock {

    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"));

    private OtherClock() {}

    public static boolean isInstalled() {
        return LIBRARIES.stream().anyMatch(Files::isReadable);
    }

    /** The environment of such a process; empty if libfaketime is not installed. */
    public static Map<String, String> of(int secondsAhead) {
        return LIBRARIES.stream()
                .filter(Files::isReadable)
                .findFirst()
                .map(library -> Map.of(
                        "LD_PRELOAD",
                        library.toString(),
                        "FAKETIME",
                        "%+d".formatted(secondsAhead),
                        // what waits for a time to pass has to wait as long as before
                        "FAKETIME_DONT_FAKE_MONOTONIC",
                        "1",
                        "FAKETIME_FORCE_MONOTONIC_FIX",
                        "0"))
                .orElse(Map.of());
    }
}
