// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * A line of a kernel.
 *
 * @param kernel the kernel's name
 * @param line the line in its text, from 1; 0 for the kernel as a whole
 * @param where its place in the input, for example {@code stream.yaml:14:7}; empty where that is not known
 */
public record KernelLine(String kernel, int line, String where) {

    @Override
    public String toString() {
        return "kernel " + kernel + (line == 0 ? "" : ", line " + line);
    }
}
