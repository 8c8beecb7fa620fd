// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * Where a kernel's text stands in the input.
 *
 * @param file as the user named it; empty for a text that stands nowhere
 * @param line of the text's first line, from 1
 * @param column of the text's first character, from 1
 * @param byLine whether each line of the text is a line of the file, as in a literal block of YAML; else all of it begins there
 */
public record KernelPlace(String file, int line, int column, boolean byLine) {

    /** Of a text that stands nowhere. */
    public static final KernelPlace NOWHERE = new KernelPlace("", 0, 0, false);

    /** The place of a line of the text, from 1: {@code stream.yaml:14:7}, or nothing for a text that stands nowhere. */
    public String of(int textLine) {
        if (file.isEmpty()) {
            return "";
        }
        return file + ":" + (byLine && textLine > 0 ? line + textLine - 1 : line) + ":" + column;
    }
}
