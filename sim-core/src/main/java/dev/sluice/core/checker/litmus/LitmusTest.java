package dev.sluice.core.checker.litmus;

import dev.sluice.core.checker.model.MemoryProgram;
import java.util.List;

/**
 * A litmus test.
 *
 * @param program what is executed
 * @param checks what is claimed, in the order of the file
 */
public record LitmusTest(MemoryProgram program, List<Check> checks) {
    /** Keeps its own list. */
    public LitmusTest {
        checks = List.copyOf(checks);
    }
}
