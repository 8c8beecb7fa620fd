// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.memory;

import dev.sluice.device.DramSpec;

/**
 * The physical addresses of the machine: device memory from 0, host memory from {@link #HOST_BASE}.
 *
 * <p>On a device with unified memory there is only one kind and every heap lies from 0.
 */
public final class AddressSpace {

    /** First address of host memory: 1 PiB, above any device memory. */
    public static final long HOST_BASE = DramSpec.MOST_BYTES;

    private AddressSpace() {}

    /** Whether an address lies in host memory, behind the link. */
    public static boolean isHost(long address) {
        return address >= HOST_BASE;
    }
}
