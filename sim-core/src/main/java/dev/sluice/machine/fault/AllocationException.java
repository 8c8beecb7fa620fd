// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.fault;

/** Thrown when an allocation cannot be made: {@code VK_ERROR_OUT_OF_DEVICE_MEMORY} or {@code VK_ERROR_OUT_OF_HOST_MEMORY}. */
public final class AllocationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public AllocationException(String message) {
        super(message);
    }
}
