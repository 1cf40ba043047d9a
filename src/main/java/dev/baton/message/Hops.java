package dev.baton.message;

/** How many messages led to the one that this thread delivers: two tasks could answer each other for ever. */
final class Hops {

    static final int MAX = 50;

    private static final ThreadLocal<Integer> CURRENT = ThreadLocal.withInitial(() -> 0);

    private Hops() {}

    static int current() {
        return CURRENT.get();
    }

    static void during(int hops, Runnable delivery) {
        CURRENT.set(hops);
        try {
            delivery.run();
        } finally {
            CURRENT.remove();
        }
    }
}
