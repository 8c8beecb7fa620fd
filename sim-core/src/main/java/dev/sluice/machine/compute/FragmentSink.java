// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.compute;

/** Who takes over shaded fragments. */
public interface FragmentSink {

    /**
     * A wave has ended and its loads are back: its outputs are there. Its stores may still be on their way; the job's end
     * waits for them.
     */
    void shaded(FragmentWave wave);
}
