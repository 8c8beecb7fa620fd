// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.command;

import dev.sluice.cli.help.HelpGroup;
import dev.sluice.cli.help.InHelp;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.inspect.NameParts;
import dev.sluice.cli.steps.StepBounds;
import dev.sluice.cli.steps.StepRecorder;
import dev.sluice.config.bind.Nearest;
import dev.sluice.program.BufferDeclaration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which steps of a run are recorded. */
final class StepOptions {

    /** Threads may have any name. */
    private static final Pattern COMMAND = Pattern.compile("\\D.*\\.[\\w.-]+");

    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    @InHelp(value = HelpGroup.INSIDE, rare = true)
    @Option(names = "--from", paramLabel = "PLACE", description = "Steps from a cycle on, or a command (submit0.3).")
    private @Nullable String from;

    @InHelp(value = HelpGroup.INSIDE, rare = true)
    @Option(names = "--to", paramLabel = "PLACE", description = "Steps up to a cycle, or to the end of a command.")
    private @Nullable String to;

    @InHelp(value = HelpGroup.INSIDE, rare = true)
    @Option(
            names = "--watch",
            paramLabel = "BYTES",
            description = "Only steps that touch RESOURCE:OFFSET:LENGTH (x:64:4). Repeatable.")
    private List<String> watch = new ArrayList<>();

    @InHelp(value = HelpGroup.INSIDE, rare = true)
    @Option(names = "--max-steps", paramLabel = "N", description = "At most so many steps (default: 200000).")
    private @Nullable Integer maxSteps;

    /** Whether any of them was given. */
    boolean given() {
        return from != null || to != null || !watch.isEmpty() || maxSteps != null;
    }

    /** What they say about a run. */
    StepBounds bounds(SessionCommand command, LoadedRun loaded) {
        return bounds(command, "stream " + loaded.stream().name(), loaded.resources());
    }

    /**
     * The same about what has these buffers and images.
     *
     * @param name what that is
     */
    StepBounds bounds(SessionCommand command, String name, List<BufferDeclaration> resources) {
        StepBounds.Mark begin = mark(command, "--from", from);
        StepBounds.Mark end = mark(command, "--to", to);
        if (begin.cycle() >= 0 && end.cycle() >= 0 && begin.cycle() > end.cycle()) {
            throw command.usage("--from " + begin.cycle() + " lies behind --to " + end.cycle());
        }
        int most = maxSteps == null ? StepBounds.MAX_STEPS : maxSteps;
        if (most < 1) {
            throw command.usage("--max-steps must be at least 1, not " + most);
        }
        List<StepBounds.Watched> watched = new ArrayList<>();
        for (String text : watch) {
            watched.add(watched(command, text, name, resources));
        }
        return new StepBounds(begin, end, watched, most);
    }

    /** Why nothing was recorded of a run that is over. */
    static String whyNone(StepRecorder recorder) {
        return "nothing was recorded: "
                + (recorder.cut().isEmpty()
                        ? "the run never came to --from"
                        : "nothing happens between --from and --to");
    }

    private static StepBounds.Mark mark(SessionCommand command, String option, @Nullable String text) {
        if (text == null) {
            return StepBounds.Mark.NONE;
        }
        if (text.matches("\\d{1,18}")) {
            return new StepBounds.Mark(Long.parseLong(text), "");
        }
        if (!COMMAND.matcher(text).matches()) {
            throw command.usage(option + ": '" + text
                    + "' is neither a cycle nor the id of a command or host operation (submit0.3)");
        }
        return new StepBounds.Mark(-1, text);
    }

    private static StepBounds.Watched watched(
            SessionCommand command, String text, String name, List<BufferDeclaration> resources) {
        Map<String, Long> sizes = new LinkedHashMap<>();
        for (BufferDeclaration resource : resources) {
            sizes.put(resource.name(), resource.size());
        }
        String[] parts = NameParts.of(text, sizes.keySet());
        if (parts[0].isEmpty() || parts.length > 3 || !numbers(parts)) {
            throw command.usage("--watch: '" + text + "' is not RESOURCE:OFFSET:LENGTH (x:64:4)");
        }
        Long size = sizes.get(parts[0]);
        if (size == null) {
            throw command.usage("--watch: " + name + " has no buffer or image '" + parts[0] + "'"
                    + Nearest.hint(parts[0], sizes.keySet()));
        }
        long offset = parts.length < 2 ? 0 : Long.parseLong(parts[1]);
        long length = parts.length < 3 ? size - offset : Long.parseLong(parts[2]);
        if (length < 1 || offset >= size || length > size - offset) {
            throw command.usage("--watch: '" + text + "' does not lie within the " + size + " bytes of " + parts[0]);
        }
        return new StepBounds.Watched(parts[0], offset, length);
    }

    /** Whether all parts but the first are numbers. */
    private static boolean numbers(String[] parts) {
        return Arrays.stream(parts)
                .skip(1)
                .allMatch(part -> NUMBER.matcher(part).matches());
    }
}
