// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a barrier did in few words: {@code flush:L2 12 dirty, 1.5 KiB back; decompress depth 206 of 920 tiles, 52
 * KiB}.
 */
final class BarrierActions {
    private static final int NAMES = 4;
    private static final char UNBROKEN = '\u00a0';

    private BarrierActions() {}

    /**
     * The text in lines: layout transitions, then other actions that found something to do. Those that did not are only
     * counted where there are others; what does not fit is counted too.
     */
    static List<String> lines(List<RunResult.ActionResult> actions, int width, int limit) {
        List<String> words = new ArrayList<>(transitions(actions));
        actions.stream()
                .filter(action -> worked(action) && !isTransition(action))
                .forEach(action -> words.add(words(action)));
        long idle = actions.stream().filter(action -> !worked(action)).count();
        String end = "";
        if (words.isEmpty()) {
            actions.forEach(action -> words.add(words(action)));
        } else if (idle > 0) {
            end = Quantity.count(idle) + " had nothing to do";
        }
        if (words.isEmpty()) {
            return List.of("none");
        }
        int shown = words.size();
        List<String> lines = lines(words, shown, end, width);
        while (lines.size() > limit && shown > 1) {
            shown--;
            lines = lines(words, shown, end, width);
        }
        return lines;
    }

    private static List<String> lines(List<String> words, int shown, String end, int width) {
        List<String> parts = new ArrayList<>(words.subList(0, shown));
        if (shown < words.size()) {
            parts.add("… " + (words.size() - shown) + " more");
        }
        if (!end.isEmpty()) {
            parts.add(end);
        }
        // an action is kept on one line where it fits
        String text = String.join(
                "; ",
                parts.stream()
                        .map(part -> part.length() < width ? part.replace(' ', UNBROKEN) : part)
                        .toList());
        return Text.wrap(text, width).stream()
                .map(line -> line.replace(UNBROKEN, ' '))
                .toList();
    }

    private static boolean worked(RunResult.ActionResult action) {
        return action.dirtyLines() + action.writtenBackBytes() + action.invalidatedLines() > 0
                || action.overhead() != null;
    }

    private static boolean isTransition(RunResult.ActionResult action) {
        return action.transition() != null;
    }

    private static String words(RunResult.ActionResult action) {
        if (isTransition(action)) {
            return "transition of " + action.cache() + " (no work)";
        }
        if (action.overhead() != null) {
            return action.overhead() + " takes " + Quantity.count(action.endCycle() - action.startCycle());
        }
        StringBuilder words = new StringBuilder(action.kind());
        if (action.cache().isEmpty() || action.instances() == 0) {
            words.append(" (no such cache)");
        } else if (action.dirtyLines() > 0) {
            words.append(' ')
                    .append(Quantity.count(action.dirtyLines()))
                    .append(" dirty, ")
                    .append(Quantity.bytes(action.writtenBackBytes()))
                    .append(" back");
        }
        if (action.invalidatedLines() > 0) {
            words.append(' ').append(Quantity.count(action.invalidatedLines())).append(" dropped");
        }
        return words.toString();
    }

    /** Layout transitions, whose {@code cache} is an image and whose lines are tiles; those of a kind together. */
    private static List<String> transitions(List<RunResult.ActionResult> actions) {
        Map<String, List<RunResult.ActionResult>> byKind = new LinkedHashMap<>();
        for (RunResult.ActionResult action : actions) {
            String transition = action.transition();
            if (transition != null && worked(action)) {
                byKind.computeIfAbsent(transition, kind -> new ArrayList<>()).add(action);
            }
        }
        List<String> words = new ArrayList<>();
        byKind.forEach((kind, all) -> {
            long visited =
                    all.stream().mapToLong(RunResult.ActionResult::linesVisited).sum();
            long changed =
                    all.stream().mapToLong(RunResult.ActionResult::dirtyLines).sum();
            long bytes = all.stream()
                    .mapToLong(RunResult.ActionResult::writtenBackBytes)
                    .sum();
            words.add(kind + " " + names(all) + " "
                    + (changed > 0 ? Quantity.count(changed) + " of " : "") + Quantity.plural(visited, "tile") + ", "
                    + Quantity.bytes(bytes));
        });
        return words;
    }

    private static String names(List<RunResult.ActionResult> actions) {
        List<String> names =
                actions.stream().map(RunResult.ActionResult::cache).distinct().toList();
        return String.join(", ", names.subList(0, Math.min(NAMES, names.size())))
                + (names.size() > NAMES ? " and " + (names.size() - NAMES) + " more" : "")
                + (names.size() > 1 ? ":" : "");
    }
}
