// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.fuzz;

import dev.sluice.config.ConfigException;
import java.util.List;
import java.util.function.Supplier;

/**
 * A reader that takes any bytes: it gives a result, or the fault of the input in one line; anything else is a bug.
 *
 * @param name its name, and that of the folder with the inputs that once broke it
 * @param seeds inputs to begin with
 * @param reader what is fed
 */
public record FuzzTarget(String name, Supplier<List<byte[]>> seeds, Reader reader) {

    /** Reads an input. */
    @FunctionalInterface
    public interface Reader {
        /** Reads {@code input}, which may be anything; a {@link ConfigException} says what is wrong with it. */
        void read(byte[] input) throws Exception;
    }

    /**
     * Feeds the reader; returns whether it took the input.
     *
     * @throws Exception whatever the reader should not have thrown
     */
    public boolean accepts(byte[] input) throws Exception {
        try {
            reader.read(input);
            return true;
        } catch (ConfigException e) {
            requireOneLine(e);
            e.others().forEach(FuzzTarget::requireOneLine);
            return false;
        }
    }

    private static void requireOneLine(ConfigException fault) {
        if (fault.problem().isBlank() || fault.getMessage().lines().count() != 1) {
            throw new AssertionError("a fault that is not said in one line: '" + fault.getMessage() + "'", fault);
        }
    }
}
