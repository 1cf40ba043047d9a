package dev.baton.database;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Statements go in and out; the file is written while none is inside, once for all commits that wait for it. Whoever
 * has a transaction open is let in until the last moment, for a statement that is inside may wait for its locks;
 * newcomers stay out as soon as somebody wants to write, so that the moment comes.
 */
final class WriteGate {

    private final Runnable write;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition opened = lock.newCondition();
    private final Condition empty = lock.newCondition();
    private int inside;
    private boolean wanted;
    private boolean closed;
    private long commits;
    private long written;

    WriteGate(Runnable write) {
        this.write = write;
    }

    void enter(boolean newcomer) {
        lock.lock();
        try {
            while (closed || wanted && newcomer) {
                opened.awaitUninterruptibly();
            }
            inside++;
        } finally {
            lock.unlock();
        }
    }

    /** @param commit whether something is to be kept since */
    void leave(boolean commit) {
        lock.lock();
        try {
            commits += commit ? 1 : 0;
            if (--inside == 0) {
                empty.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns when everything that is committed by now is in the file. An interrupt does not end the wait: the caller
     * could not tell any more whether its commit holds. Not for threads that hold locks in the database.
     */
    void awaitFile() {
        lock.lock();
        try {
            long mine = commits;
            while (written < mine) {
                if (wanted) {
                    opened.awaitUninterruptibly();
                } else {
                    writeWhenEmpty();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Writes if nobody is inside right now; waits for nobody. */
    void writeIfEmpty() {
        lock.lock();
        try {
            if (inside == 0 && !wanted) {
                writeWhenEmpty();
            }
        } finally {
            lock.unlock();
        }
    }

    private void writeWhenEmpty() {
        wanted = true;
        while (inside > 0) {
            empty.awaitUninterruptibly();
        }
        closed = true;
        long all = commits;
        lock.unlock();
        boolean done = false;
        try {
            write.run();
            done = true;
        } finally {
            lock.lock();
            written = done ? all : written;
            wanted = false;
            closed = false;
            opened.signalAll();
        }
    }
}
