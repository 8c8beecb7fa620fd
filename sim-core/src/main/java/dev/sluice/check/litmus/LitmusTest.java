// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.litmus;

import dev.sluice.check.model.MemoryProgram;
import java.util.List;

/**
 * A litmus test.
 *
 * @param program what is executed
 * @param checks what is claimed, in the order of the file
 * @param remarks what is well-formed, but seldom what its author means, one sentence each
 */
public record LitmusTest(MemoryProgram program, List<Check> checks, List<String> remarks) {
    /** Keeps its own lists. */
    public LitmusTest {
        remarks = List.copyOf(remarks);
        checks = List.copyOf(checks);
    }
}
