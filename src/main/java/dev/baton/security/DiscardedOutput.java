package dev.baton.security;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;

/** Takes the body of an answer that is replaced by another. */
final class DiscardedOutput extends ServletOutputStream {

    @Override
    public void write(int b) {
        // the text is replaced
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
