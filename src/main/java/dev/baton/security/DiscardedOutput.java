package dev.baton.security;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;

/** Discards the body of a response that is replaced. */
final class DiscardedOutput extends ServletOutputStream {

    @Override
    public void write(int b) {
        // discarded
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
        throw new IllegalStateException("errors are written at once");
    }
}
