package dev.baton.crash;

import dev.baton.testing.ServerProcess;
import java.util.List;

/** What callers do with a server until it is killed, and what has to be true of it after the next start. */
interface InterruptedWork {

    /** Each has a thread and is done over and over until the server is gone. */
    List<Runnable> workers(ServerProcess server);

    /** Whether so much is answered that the server can be killed. */
    boolean isEnough();

    void isIntact(ServerProcess restarted);
}
