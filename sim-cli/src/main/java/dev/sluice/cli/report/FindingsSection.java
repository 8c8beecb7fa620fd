// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report;

import dev.sluice.config.rewrite.CureText;
import dev.sluice.program.edit.Cure;
import dev.sluice.result.GraphicsResult;
import dev.sluice.result.RunFinding;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Stale reads, lost writes, torn presents, failed expects and reads out of limits, each with what would have helped. */
final class FindingsSection {
    private static final String INDENT = "             ";
    private static final String GAP = "   ";

    private final RunResult result;
    private final Style style;

    FindingsSection(RunResult result, Style style) {
        this.result = result;
        this.style = style;
    }

    /** The first thing to know: clean, or what is wrong. */
    String verdict() {
        if (!RunFindings.none(result)) {
            return style.bad("✗ " + summary());
        }
        return result.timingOnly() || result.interrupted() ? summary() : style.good("✓ " + summary());
    }

    /** The verdict in a few words. */
    String summary() {
        List<String> parts = new ArrayList<>();
        add(parts, result.staleReads().size(), "stale read");
        add(parts, result.lostWrites().size(), "lost write");
        add(parts, RunFindings.tornPresents(result), "torn present");
        add(parts, RunFindings.failedExpects(result), "failed expect");
        add(parts, result.outOfLimits().size(), "out-of-limits read");
        String stopped = "stopped before the end";
        String cut = result.interrupted() ? ", " + stopped : "";
        if (!parts.isEmpty()) {
            return String.join(", ", parts) + cut;
        }
        if (result.timingOnly()) {
            return "timing only" + cut + ": bytes were not judged, so nothing can be said about them";
        }
        if (result.interrupted()) {
            return stopped + ": no finding so far";
        }
        String expects = result.checks().isEmpty()
                ? ""
                : result.checks().size() == 1
                        ? ", the expect holds"
                        : ", all " + result.checks().size() + " expects hold";
        return "clean: no stale read, no lost write" + (result.display() == null ? "" : ", no torn present") + expects;
    }

    /** The same in fewer words. */
    String briefly() {
        String all = summary();
        int details = all.indexOf(':');
        return details < 0 ? all : all.substring(0, details);
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(Quantity.plural(count, what));
        }
    }

    /**
     * The findings, at most {@code limit} of them, each a few lines.
     *
     * @param others where the others are, in words
     */
    List<String> lines(int limit, String others) {
        List<List<String>> all = Stream.of(
                        result.staleReads().stream().map(this::stale),
                        result.lostWrites().stream().map(this::lost),
                        result.outOfLimits().stream().map(this::outOfLimits),
                        result.tearing().stream().map(this::torn),
                        result.checks().stream().filter(check -> !check.ok()).map(this::failed))
                .flatMap(stream -> stream)
                .toList();
        List<String> lines = new ArrayList<>();
        all.stream().limit(limit).forEach(lines::addAll);
        if (all.size() > limit) {
            lines.add(TextReport.more(all.size() - limit, others, style));
        }
        return lines;
    }

    private List<String> stale(RunFinding.StaleRead read) {
        List<String> lines = new ArrayList<>();
        lines.addAll(head(
                "stale read",
                read.reader() + " reads " + bytes(read.resource(), read.offset(), read.size()),
                read.where()));
        lines.add(INDENT + "got      " + read.got());
        lines.add(INDENT + "expected " + read.expected() + (read.givenUp() ? "   given up by " : "   written by ")
                + read.writer());
        cure(lines, read.heldIn(), read.missing(), read.suggestion());
        return lines;
    }

    private List<String> lost(RunFinding.LostWrite write) {
        List<String> lines = new ArrayList<>();
        lines.addAll(head(
                "lost write",
                write.writer() + " wrote " + bytes(write.resource(), write.offset(), write.size()),
                write.where()));
        lines.add(INDENT + "lost     " + write.lost());
        lines.add(INDENT + "now      " + write.overwrittenWith() + "   over it by " + write.overwriter());
        cure(lines, write.heldIn(), write.missing(), write.suggestion());
        return lines;
    }

    private List<String> torn(GraphicsResult.Tearing torn) {
        List<String> lines = new ArrayList<>();
        lines.addAll(head(
                "tearing",
                torn.presentation() + " shows " + bytes(torn.image(), torn.offset(), torn.size()),
                torn.where()));
        lines.add(INDENT + Quantity.bytes(torn.bytes()) + " of them by " + torn.writer()
                + ", which is not ordered before it");
        suggestion(lines, torn.suggestion());
        return lines;
    }

    private List<String> outOfLimits(RunFinding.OutOfLimits read) {
        List<String> lines = new ArrayList<>();
        lines.addAll(head(
                "out of limits",
                read.reader() + " (" + read.kind() + ") takes its counts from "
                        + bytes(read.resource(), read.offset(), read.size()),
                read.where()));
        String writers = read.writers().isEmpty()
                ? "never written"
                : "written by " + String.join(", ", read.writers())
                        + (read.unwritten() == 0 ? "" : ", " + Quantity.bytes(read.unwritten()) + " never written");
        lines.add(INDENT + "got      " + numbers(read.values()) + "   " + writers);
        lines.add(INDENT + "limit    "
                + (read.allowed().isEmpty()
                        ? "none holds: the bytes are whatever was there before"
                        : read.limit() + " " + numbers(read.allowed())));
        lines.add(INDENT + "so       it was not carried out");
        return lines;
    }

    private static String numbers(List<Long> numbers) {
        return numbers.stream().map(Quantity::count).collect(Collectors.joining(" "));
    }

    private List<String> failed(RunFinding.Check check) {
        List<String> lines = new ArrayList<>(head("expect", check.operation() + " read something else", check.where()));
        lines.add(INDENT + "got      " + check.got());
        lines.add(INDENT + "expected " + check.expected());
        return lines;
    }

    private List<String> head(String kind, String what, String where) {
        String head = "  " + style.bad(kind) + " ".repeat(Math.max(1, INDENT.length() - 2 - kind.length()))
                + style.bold(what);
        if (where.isEmpty()) {
            return List.of(head);
        }
        return Painted.length(head) + GAP.length() + where.length() <= style.width()
                ? List.of(head + style.dim(GAP + where))
                : List.of(head, INDENT + style.dim(Text.shortPath(where, style.width() - INDENT.length())));
    }

    private void cure(List<String> lines, String heldIn, String missing, Cure suggestion) {
        // where no action was missing, the words are a sentence of their own
        boolean sentence = missing.startsWith("the ");
        lines.add(INDENT + "held in  " + heldIn
                + (missing.isEmpty() ? "" : (sentence ? ": " : ", missing ") + style.bold(missing) + gloss(missing)));
        suggestion(lines, suggestion);
    }

    /** What is missing is the name of an action on a cache, which profiles explain, or a property of images. */
    static String gloss(String missing) {
        return switch (missing) {
            case "decompress" -> " (the bytes read are those of compressed tiles)";
            case "eliminate" -> " (the tiles are only marked as cleared)";
            case "contents" -> " (a transition or an attachment's load or store gave them up)";
            default -> "";
        };
    }

    private void suggestion(List<String> lines, Cure suggestion) {
        CureText cure = CureText.of(suggestion);
        if (!cure.text().isEmpty()) {
            lines.add(INDENT + (cure.note() ? "note     " : "add      ") + style.hint(cure.text()));
        }
    }

    static String bytes(String resource, long offset, long size) {
        return resource + " bytes " + Quantity.count(offset)
                + (size == 1 ? "" : ".." + Quantity.count(offset + size - 1)) + " (" + Quantity.bytes(size) + ")";
    }
}
