// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.litmus;

/**
 * A line {@code possible ...} or {@code impossible ...}.
 *
 * @param line its number in the file, from 1
 * @param text the line as written
 * @param possible whether an execution as claimed should exist
 * @param claim the claim
 * @param chains whether chains of several elements count
 */
public record Check(int line, String text, boolean possible, Claim claim, boolean chains) {
    /** The word for a claim that should hold, or for one that should not. */
    public static String word(boolean possible) {
        return possible ? "possible" : "impossible";
    }
}
