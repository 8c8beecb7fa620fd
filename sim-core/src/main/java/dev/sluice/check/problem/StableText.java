// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.problem;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/** Names without what changes in them when something else in the program does, and hashes of them. */
final class StableText {
    private static final int DIGITS = 16;
    private static final String PART = "\u001f";

    /** An object of a capture that nobody gave a name: its kind and its handle. */
    private static final Pattern UNNAMED = Pattern.compile("([A-Za-z]+)\\d+((?:_\\d+)*)");

    /** The handle, or the count, that an importer puts behind a name that several objects have. */
    private static final Pattern DISTINCTION = Pattern.compile("(?:_\\d+)+$");

    /** Numbers, except those of source lines: programs name objects after the line that made them. */
    private static final Pattern NUMBER = Pattern.compile("(?<![:\\d])\\d+");

    private static final Pattern LONE_NUMBER = Pattern.compile("(?<![\\w.])\\d[\\d,]*(?![\\w.])");
    private static final Pattern COMMAND = Pattern.compile("\\b[\\w-]+\\.(?:\\d+|begin|end)(?:\\.\\w+)*");

    private StableText() {}

    /** An object's name; of a capture without the handle, which depends on how many objects were made before. */
    static String object(String name, boolean captured) {
        if (!captured) {
            return name;
        }
        String plain = UNNAMED.matcher(name).matches() ? UNNAMED.matcher(name).replaceFirst("$1#") : name;
        return DISTINCTION.matcher(plain).replaceFirst("");
    }

    /** What the names of resources that stand for one another have in common: those of a ring, or of a swapchain. */
    static String family(String name) {
        return NUMBER.matcher(DISTINCTION.matcher(name).replaceFirst("")).replaceAll("#");
    }

    /** Debug labels; numbers in them that stand alone count frames and the like. */
    static String labels(List<String> labels) {
        return LONE_NUMBER.matcher(String.join("/", labels)).replaceAll("#");
    }

    /** A sentence without the ids of commands and without counts. */
    static String sentence(String text) {
        return LONE_NUMBER.matcher(COMMAND.matcher(text).replaceAll("#")).replaceAll("#");
    }

    /** A hash of some parts. */
    static String hash(List<String> parts) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(String.join(PART, parts).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
