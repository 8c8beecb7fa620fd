// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** A scope of the memory model (Vulkan specification, section Scope), from the narrowest to the widest. */
public enum Scope {
    INVOCATION("invocation"),
    SUBGROUP("subgroup"),
    WORKGROUP("workgroup"),
    QUEUE_FAMILY("queueFamily"),
    DEVICE("device"),
    CROSS_DEVICE("crossDevice");

    private final String text;

    Scope(String text) {
        this.text = text;
    }

    /** The scope's name in kernel text. */
    public String text() {
        return text;
    }
}
