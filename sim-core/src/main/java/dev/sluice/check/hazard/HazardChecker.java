// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import dev.sluice.check.order.Amendments;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.program.StreamProgram;

/**
 * Judges whether a stream orders its accesses as the memory model asks (Vulkan specification, chapters Synchronization
 * and Cache Control, and Memory Model). It judges the program, whatever a device's caches make of it, and simulates
 * nothing.
 *
 * <p>The cost grows with the accesses times the logarithm of the runs of places that they divide resources into.
 */
public final class HazardChecker {
    private HazardChecker() {}

    /** Checks a stream. */
    public static HazardReport check(StreamProgram stream, DeviceFacts device) {
        return check(AccessTrace.of(stream, device));
    }

    /** Checks a stream whose accesses are known. */
    public static HazardReport check(AccessTrace trace) {
        return check(trace, Amendments.NONE);
    }

    /** Checks a stream with other dependencies than its own. */
    public static HazardReport check(AccessTrace trace, Amendments amendments) {
        return new Replay(trace, amendments).run(true);
    }

    /** Checks a stream with other dependencies than its own, to compare with what is known of it: hazards come without cures. */
    public static HazardReport compared(AccessTrace trace, Amendments amendments) {
        return new Replay(trace, amendments).run(false);
    }
}
