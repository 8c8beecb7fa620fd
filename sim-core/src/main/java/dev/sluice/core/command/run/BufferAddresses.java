package dev.sluice.core.command.run;

import dev.sluice.core.barrier.AddressRange;
import dev.sluice.core.command.BufferRange;

/** Where buffers lie. */
@FunctionalInterface
public interface BufferAddresses {

    /** The addresses of bytes of a buffer. */
    AddressRange addresses(BufferRange range);
}
