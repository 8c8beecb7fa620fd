// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.sync;

/** The bits with which the table in {@link Stage} is written: queue capabilities and traits of a stage. */
final class StageTraits {
    /** Graphics queues. */
    static final int G = QueueCapabilities.GRAPHICS;
    /** Compute queues. */
    static final int C = QueueCapabilities.COMPUTE;
    /** Transfer queues. */
    static final int T = QueueCapabilities.TRANSFER;
    /** Video decode queues. */
    static final int VD = QueueCapabilities.VIDEO_DECODE;
    /** Video encode queues. */
    static final int VE = QueueCapabilities.VIDEO_ENCODE;
    /** Optical flow queues. */
    static final int OF = QueueCapabilities.OPTICAL_FLOW;
    /** Data graph queues. */
    static final int DG = QueueCapabilities.DATA_GRAPH;
    /** Every queue, whatever it can do. */
    static final int ANY_QUEUE = -1;

    /** The stage runs a shader. */
    static final int SHADER = 1;
    /** The stage works per framebuffer region. */
    static final int FRAMEBUFFER_SPACE = 2;

    private StageTraits() {}
}
