// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** A value that every invocation finds ready. */
enum Builtin {
    GID("gid", true, true),
    LID("lid", true, true),
    WG("wg", false, false),
    LANE("lane", true, false),
    GID_X("gidX", true, true),
    GID_Y("gidY", true, true),
    GID_Z("gidZ", true, true),
    LID_X("lidX", true, true),
    LID_Y("lidY", true, true),
    LID_Z("lidZ", true, true),
    WG_X("wgX", false, false),
    WG_Y("wgY", false, false),
    WG_Z("wgZ", false, false),
    /** The fragment's column. */
    X("x", true, true),
    /** The fragment's row. */
    Y("y", true, true);

    private final String text;
    private final boolean differsByLane;
    private final boolean differsByWave;

    Builtin(String text, boolean differsByLane, boolean differsByWave) {
        this.text = text;
        this.differsByLane = differsByLane;
        this.differsByWave = differsByWave;
    }

    String text() {
        return text;
    }

    boolean differsByLane() {
        return differsByLane;
    }

    /** Whether it differs between two waves of a workgroup, lane by lane. */
    boolean differsByWave() {
        return differsByWave;
    }

    /** Whether only fragments have it; its name is then free for registers and parameters. */
    boolean ofFragments() {
        return this == X || this == Y;
    }

    /** Whether it is a coordinate of an invocation, which the shape of the workgroup decides. */
    boolean dependsOnShape() {
        return compareTo(GID_X) >= 0 && compareTo(LID_Z) <= 0;
    }
}
