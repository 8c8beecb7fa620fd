// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.OneKey;
import dev.sluice.config.source.MapNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The host threads of a stream by name, the one that runs {@code program} first. */
final class ThreadTable {
    /** What the first thread is called in programs; its operations are {@code host.0}, {@code host.1} and so on. */
    private static final String FIRST = "main";

    private static final String FIRST_IN_IDS = "host";

    /** What commands are called after. */
    private static final Pattern SUBMISSION = Pattern.compile("submit[0-9]+");

    private ThreadTable() {}

    /** The steps of each thread; a name that would give two things one id, or none, is refused where it stands. */
    static Map<String, List<OneKey<HostStep>>> of(StreamContext context) {
        Map<String, List<OneKey<HostStep>>> threads = new LinkedHashMap<>();
        threads.put(FIRST, context.file.program());
        context.file.threads().forEach((name, steps) -> {
            refuse(context, name);
            threads.put(name, steps);
        });
        return threads;
    }

    private static void refuse(StreamContext context, String name) {
        if (name.isBlank()) {
            throw fault(context, name, "a thread needs a name");
        }
        if (name.equals(FIRST) || name.equals(FIRST_IN_IDS)) {
            throw fault(context, name, "'" + name + "' is the name of the thread that runs 'program'");
        }
        if (SUBMISSION.matcher(name).matches()) {
            throw fault(
                    context,
                    name,
                    "a thread cannot be named '" + name + "': " + name + ".0 is a command's id; '" + name
                            + "-thread' would do");
        }
    }

    private static ConfigException fault(StreamContext context, String name, String problem) {
        String text = "threads: " + problem;
        MapNode.Entry entry =
                context.where.value(context.file, "threads") instanceof MapNode threads ? threads.entry(name) : null;
        return entry == null
                ? context.where.error(context.file, "threads", text)
                : entry.keyPosition().error(text);
    }
}
