// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A stream file with one thing in it changed, which may or may not break it. */
final class BrokenStream {
    private static final Pattern NUMBER = Pattern.compile("(?<![A-Za-z0-9_.])[0-9]+(?:[KMG]iB)?(?![A-Za-z0-9_.])");
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "3",
            "4",
            "7",
            "16",
            "63",
            "64",
            "100",
            "4096",
            "65535",
            "65536",
            "1048576",
            "2147483647",
            "2147483648",
            "4294967295",
            "9223372036854775807",
            "1KiB",
            "4KiB",
            "64KiB",
            "1MiB",
            "64MiB",
            "1GiB");

    private BrokenStream() {}

    /** The text with a line left out, doubled or moved, or a word or a number replaced. */
    static String of(String stream, SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> withoutLine(stream, random);
            case 1 -> withLine(stream, random);
            case 2 -> replaced(stream, WORD, random, true);
            case 3 -> replaced(stream, NUMBER, random, true);
            default -> replaced(stream, NUMBER, random, false);
        };
    }

    private static String withoutLine(String stream, SplittableRandom random) {
        List<String> lines = new ArrayList<>(stream.lines().toList());
        lines.remove(random.nextInt(lines.size()));
        return String.join("\n", lines) + "\n";
    }

    /** A line that begins an item stands once more before another one of the same indentation. */
    private static String withLine(String stream, SplittableRandom random) {
        List<String> lines = new ArrayList<>(stream.lines().toList());
        String line = lines.get(random.nextInt(lines.size()));
        String start = line.substring(0, line.length() - line.stripLeading().length()) + "-";
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith(start)) {
                places.add(i);
            }
        }
        lines.add(places.isEmpty() ? lines.size() : places.get(random.nextInt(places.size())), line);
        return String.join("\n", lines) + "\n";
    }

    /** @param known whether the replacement is one that the stream has elsewhere */
    private static String replaced(String stream, Pattern what, SplittableRandom random, boolean known) {
        List<MatchResult> found = what.matcher(stream).results().toList();
        if (found.isEmpty()) {
            return stream;
        }
        MatchResult old = found.get(random.nextInt(found.size()));
        String with =
                known ? found.get(random.nextInt(found.size())).group() : NUMBERS.get(random.nextInt(NUMBERS.size()));
        return stream.substring(0, old.start()) + with + stream.substring(old.end());
    }
}
