// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** Bits of a barrier's memory semantics, as in SPIR-V: an ordering, availability operations and storage classes. */
public final class Semantics {
    public static final int ACQUIRE = 1;
    public static final int RELEASE = 1 << 1;
    /** Writes ordered before become available to the scope's domain. */
    public static final int MAKE_AVAILABLE = 1 << 2;
    /** What is available becomes visible to the invocation. */
    public static final int MAKE_VISIBLE = 1 << 3;
    /** Storage class: uniform and storage buffers. */
    public static final int BUFFER = 1 << 4;
    /** Storage class: images. */
    public static final int IMAGE = 1 << 5;
    /** Storage class: workgroup (shared) memory. */
    public static final int SHARED = 1 << 6;
    /** Storage class: outputs. */
    public static final int OUTPUT = 1 << 7;
    /** Every storage class: what a barrier with an ordering and no class named gets. */
    public static final int ALL_CLASSES = BUFFER | IMAGE | SHARED | OUTPUT;

    private Semantics() {}
}
