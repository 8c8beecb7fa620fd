// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.model;

import org.jspecify.annotations.Nullable;

/**
 * What an event does to memory (Vulkan specification, sections Memory Operation, Reference, Private vs. Non-Private).
 *
 * @param reference the number of the reference
 * @param storageClass its storage class, from 0; -1 on the host, which has none
 * @param locations the memory locations, as bits
 * @param reads whether it reads them
 * @param writes whether it writes them; a read-modify-write does both
 * @param atomic whether it is an atomic operation
 * @param available whether the write makes itself available (MakePointerAvailable; every atomic write)
 * @param visible whether the read makes visible what it reads (MakePointerVisible; every atomic read)
 * @param nonPrivate whether it takes part in communication between agents
 * @param readValue the value that the read has to find, 0 the initial one; null when any will do
 * @param writeValue the value that is written; null when the test does not say
 */
public record ModelAccess(
        int reference,
        int storageClass,
        long locations,
        boolean reads,
        boolean writes,
        boolean atomic,
        boolean available,
        boolean visible,
        boolean nonPrivate,
        @Nullable Integer readValue,
        @Nullable Integer writeValue) {

    /** Checks that atomics are what the model says: non-private, available and visible. */
    public ModelAccess {
        if (!reads && !writes) {
            throw new IllegalArgumentException("an access that neither reads nor writes");
        }
        available |= atomic && writes;
        visible |= atomic && reads;
        nonPrivate |= atomic || available || visible;
    }
}
