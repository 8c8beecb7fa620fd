// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program;

import java.util.List;

/** A host thread's operations in program order; the first thread of a program is {@code main}. */
public record HostThread(String name, List<HostOperation> operations) {
    public HostThread {
        operations = List.copyOf(operations);
    }
}
