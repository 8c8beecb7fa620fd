package dev.sluice.core.checker.litmus;

/**
 * A line {@code possible ...} or {@code impossible ...}.
 *
 * @param line its number in the file, from 1
 * @param text the line as written
 * @param possible whether an execution as claimed should exist
 * @param claim the claim
 * @param chains whether chains of several elements count; not with {@code nochains}
 */
public record Check(int line, String text, boolean possible, Claim claim, boolean chains) {
    /** {@code possible} or {@code impossible}. */
    public static String word(boolean possible) {
        return possible ? "possible" : "impossible";
    }
}
