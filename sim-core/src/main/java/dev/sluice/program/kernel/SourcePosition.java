// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/** A place in kernel text, both numbers from 1. */
record SourcePosition(int line, int column) {
    KernelSyntaxException error(String message) {
        return new KernelSyntaxException(message, line, column);
    }
}
