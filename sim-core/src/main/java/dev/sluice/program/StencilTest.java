// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import dev.sluice.program.DrawState.Compare;

/**
 * The stencil test of fragments, and what it makes of the stencil that is stored (Vulkan specification, section Stencil Test).
 * The same for both faces.
 *
 * @param compare (reference AND compareMask) OP (stored AND compareMask)
 * @param fail what samples that fail it do
 * @param pass what samples that pass it and the depth test do
 * @param depthFail what samples that pass it and fail the depth test do
 * @param compareMask bits that are compared, 0 to 255
 * @param writeMask bits that are written, 0 to 255
 * @param reference 0 to 255
 */
public record StencilTest(
        Compare compare,
        Operation fail,
        Operation pass,
        Operation depthFail,
        int compareMask,
        int writeMask,
        int reference) {
    private static final int ALL_BITS = 0xFF;

    /** No test: every sample passes, and nothing is written. */
    public static final StencilTest NONE =
            new StencilTest(Compare.ALWAYS, Operation.KEEP, Operation.KEEP, Operation.KEEP, ALL_BITS, ALL_BITS, 0);

    /** What becomes of a stencil value (VkStencilOp). */
    public enum Operation {
        KEEP,
        ZERO,
        REPLACE,
        INCREMENT_AND_CLAMP,
        DECREMENT_AND_CLAMP,
        INVERT,
        INCREMENT_AND_WRAP,
        DECREMENT_AND_WRAP;

        /** Whether what it makes depends on what is stored. */
        boolean counts() {
            return switch (this) {
                case KEEP, ZERO, REPLACE -> false;
                case INCREMENT_AND_CLAMP, DECREMENT_AND_CLAMP, INVERT, INCREMENT_AND_WRAP, DECREMENT_AND_WRAP -> true;
            };
        }

        /** All eight bits of the result. */
        int apply(int stored, int reference) {
            return switch (this) {
                case KEEP -> stored;
                case ZERO -> 0;
                case REPLACE -> reference;
                case INCREMENT_AND_CLAMP -> Math.min(ALL_BITS, stored + 1);
                case DECREMENT_AND_CLAMP -> Math.max(0, stored - 1);
                case INVERT -> ~stored & ALL_BITS;
                case INCREMENT_AND_WRAP -> stored + 1 & ALL_BITS;
                case DECREMENT_AND_WRAP -> stored - 1 & ALL_BITS;
            };
        }
    }

    /** How the tests of a sample end. */
    public enum Outcome {
        PASS,
        STENCIL_FAIL,
        DEPTH_FAIL,
        /** Outside the depth bounds: nothing is written. */
        BOUNDS_FAIL
    }

    /**
     * @throws IllegalArgumentException if a mask or the reference has more than eight bits; a test that compares no bits becomes
     *     one that always or never passes
     */
    public StencilTest {
        if (((compareMask | writeMask | reference) & ~ALL_BITS) != 0) {
            throw new IllegalArgumentException("masks and references of stencil are from 0 to 255");
        }
        if (compareMask == 0) {
            compare = compare.test(0, 0) ? Compare.ALWAYS : Compare.NEVER;
        }
    }

    /** Samples that pass all tests write a value. */
    public static StencilTest writing(int value) {
        return new StencilTest(
                Compare.ALWAYS, Operation.KEEP, Operation.REPLACE, Operation.KEEP, ALL_BITS, ALL_BITS, value);
    }

    /** Whether it is there at all. */
    public boolean used() {
        return compare != Compare.ALWAYS || pass != Operation.KEEP || depthFail != Operation.KEEP;
    }

    /** Whether it has an operation that would write, reached or not. */
    public boolean changes() {
        return writeMask != 0 && (fail != Operation.KEEP || pass != Operation.KEEP || depthFail != Operation.KEEP);
    }

    /** Whether a sample passes it. */
    public boolean passes(int stored) {
        return compare.test(reference & compareMask, stored & compareMask);
    }

    /** Whether tests can end so, beside a depth test. */
    public boolean reaches(Outcome outcome, Compare depth) {
        return switch (outcome) {
            case PASS -> compare != Compare.NEVER && depth != Compare.NEVER;
            case DEPTH_FAIL -> compare != Compare.NEVER && depth != Compare.ALWAYS;
            case STENCIL_FAIL -> compare != Compare.ALWAYS;
            case BOUNDS_FAIL -> false;
        };
    }

    private Operation operation(Outcome outcome) {
        return switch (outcome) {
            case PASS -> pass;
            case DEPTH_FAIL -> depthFail;
            case STENCIL_FAIL -> fail;
            case BOUNDS_FAIL -> Operation.KEEP;
        };
    }

    /** Whether samples whose tests end so write stencil. */
    public boolean writes(Outcome outcome) {
        return writeMask != 0 && operation(outcome) != Operation.KEEP;
    }

    /** Whether any sample may write stencil, beside a depth test. */
    public boolean writes(Compare depth) {
        for (Outcome outcome : Outcome.values()) {
            if (reaches(outcome, depth) && writes(outcome)) {
                return true;
            }
        }
        return false;
    }

    /** Whether what is stored matters: it is compared, or what is written is made of it. */
    public boolean reads(Compare depth) {
        if (compare != Compare.ALWAYS && compare != Compare.NEVER) {
            return true;
        }
        for (Outcome outcome : Outcome.values()) {
            if (reaches(outcome, depth)
                    && writes(outcome)
                    && (writeMask != ALL_BITS || operation(outcome).counts())) {
                return true;
            }
        }
        return false;
    }

    /** The stencil of a sample whose tests ended so. */
    public int stored(Outcome outcome, int before) {
        int made = operation(outcome).apply(before, reference);
        return before & ~writeMask | made & writeMask;
    }
}
