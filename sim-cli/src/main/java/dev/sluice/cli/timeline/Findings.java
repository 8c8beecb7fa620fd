// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import dev.sluice.cli.timeline.TimelineEvent.Sequence;
import dev.sluice.cli.timeline.TimelineEvent.Type;
import dev.sluice.result.RunResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The findings of a run, each an instant where it was found; what has no cycle of its own stands at the end. */
final class Findings {

    /** A finding in words, with what it names. */
    private record Finding(
            long cycle,
            String name,
            String command,
            String resource,
            long offset,
            long bytes,
            String where,
            List<String> facts) {}

    private final TimelineOut out;
    private final Track track;

    Findings(TimelineOut out) {
        this.out = out;
        track = out.slices(out.group("sluice", 0), "findings");
    }

    void write(RunResult result) {
        List<Finding> findings = new ArrayList<>();
        result.staleReads()
                .forEach(f -> findings.add(new Finding(
                        f.cycle(),
                        "stale read",
                        f.reader(),
                        f.resource(),
                        f.offset(),
                        f.size(),
                        f.where(),
                        List.of(
                                "got",
                                f.got(),
                                "expected",
                                f.expected(),
                                "heldIn",
                                f.heldIn(),
                                "missing",
                                f.missing()))));
        result.lostWrites()
                .forEach(f -> findings.add(new Finding(
                        f.cycle(),
                        "lost write",
                        f.writer(),
                        f.resource(),
                        f.offset(),
                        f.size(),
                        f.where(),
                        List.of(
                                "lost",
                                f.lost(),
                                "overwriter",
                                f.overwriter(),
                                "heldIn",
                                f.heldIn(),
                                "missing",
                                f.missing()))));
        result.outOfLimits()
                .forEach(f -> findings.add(new Finding(
                        f.cycle(),
                        "out of limits",
                        f.reader(),
                        f.resource(),
                        f.offset(),
                        f.size(),
                        f.where(),
                        List.of("values", f.values().toString(), "limit", f.limit()))));
        result.unwrittenReads()
                .forEach(f -> findings.add(new Finding(
                        result.cycles(),
                        "unwritten read",
                        f.reader(),
                        f.resource(),
                        f.offset(),
                        f.size(),
                        f.where(),
                        List.of())));
        result.checks().stream()
                .filter(f -> !f.ok())
                .forEach(f -> findings.add(new Finding(
                        result.cycles(),
                        "failed expectation",
                        f.operation(),
                        "",
                        0,
                        0,
                        f.where(),
                        List.of("got", f.got(), "expected", f.expected()))));
        findings.stream().sorted(Comparator.comparingLong(Finding::cycle)).forEach(this::put);
    }

    private void put(Finding f) {
        TimelineEvent e = out.event(
                Type.INSTANT,
                Sequence.FINDINGS,
                f.cycle(),
                track,
                f.resource().isEmpty() ? f.name() : f.name() + " of " + f.resource(),
                "finding");
        e.with("command", f.command()).with("resource", f.resource());
        if (f.bytes() > 0) {
            e.with("offset", f.offset()).with("bytes", f.bytes());
        }
        for (int i = 0; i < f.facts().size(); i += 2) {
            e.with(f.facts().get(i), f.facts().get(i + 1));
        }
        out.write(e.with("where", f.where()).with("cycle", f.cycle()), false);
    }
}
