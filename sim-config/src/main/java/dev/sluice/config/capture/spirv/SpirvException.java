// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

/** A module that is no valid SPIR-V. */
public final class SpirvException extends Exception {
    private static final long serialVersionUID = 1L;

    /** A fault with its description. */
    public SpirvException(String message) {
        super(message);
    }
}
