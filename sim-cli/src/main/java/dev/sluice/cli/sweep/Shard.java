// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.sweep;

import dev.sluice.config.ConfigException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a sweep that one machine runs.
 *
 * @param number from 1
 * @param count of all parts
 */
public record Shard(int number, int count) {
    /** All of it. */
    public static final Shard WHOLE = new Shard(1, 1);

    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,6})/([0-9]{1,6})");

    /** Reads {@code 3/8}. */
    public static Shard parse(String text) {
        Matcher matcher = WRITTEN.matcher(text.strip());
        if (matcher.matches()) {
            int number = Integer.parseInt(matcher.group(1));
            int count = Integer.parseInt(matcher.group(2));
            if (number >= 1 && number <= count) {
                return new Shard(number, count);
            }
        }
        throw new ConfigException(
                "--shard " + text, "expected a part of at most 999999 parts, from 1/8 to 8/8 for example");
    }

    /** Whether it has a point: neighbours, which cost alike, go to different parts. */
    public boolean has(int index) {
        return index % count == number - 1;
    }

    /** Whether it is everything. */
    public boolean whole() {
        return count == 1;
    }

    /** The name of its journal. */
    public String journal() {
        return whole() ? "journal.jsonl" : "journal-" + number + "-of-" + count + ".jsonl";
    }

    @Override
    public String toString() {
        return number + "/" + count;
    }
}
