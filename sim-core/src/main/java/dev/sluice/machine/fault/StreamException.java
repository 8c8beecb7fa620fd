// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.fault;

import dev.sluice.program.Origin;

/** A stream asks for something that it may not: bad input that shows only when the stream runs. */
public final class StreamException extends RuntimeException implements PlacedFault {

    private static final long serialVersionUID = 1L;

    private final String where;

    public StreamException(Origin origin, String message) {
        super(message);
        this.where = origin.where();
    }

    /** One at a place that has a text. */
    public StreamException(String where, String message) {
        super(message);
        this.where = where;
    }

    @Override
    public String where() {
        return where;
    }
}
