package dev.sluice.config.capture;

import java.util.function.LongSupplier;

/** A number of the stream that is known only when the whole capture has been read: it is asked for when it is written. */
final class Late implements LongSupplier {
    private final LongSupplier value;

    Late(LongSupplier value) {
        this.value = value;
    }

    @Override
    public long getAsLong() {
        return value.getAsLong();
    }
}
