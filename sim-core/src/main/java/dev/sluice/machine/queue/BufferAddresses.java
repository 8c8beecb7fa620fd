// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import dev.sluice.program.BufferRange;
import dev.sluice.program.sync.AddressRange;

/** Where buffers lie. */
@FunctionalInterface
public interface BufferAddresses {

    /** The addresses of bytes of a buffer. */
    AddressRange addresses(BufferRange range);
}
