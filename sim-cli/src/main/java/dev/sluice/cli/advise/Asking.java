// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.advise;

import dev.sluice.check.advice.BarrierSites;
import dev.sluice.check.advice.Safety;
import dev.sluice.check.advice.WhatIf;
import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.cli.barriers.Spans;
import dev.sluice.cli.input.LoadedRun;
import dev.sluice.cli.run.QuietRuns;
import dev.sluice.cli.run.Session;
import dev.sluice.cli.run.StreamRun;
import dev.sluice.config.ConfigException;
import dev.sluice.config.bind.Nearest;
import dev.sluice.config.rewrite.StreamText;
import dev.sluice.program.Command;
import dev.sluice.program.edit.BarrierEdit;
import dev.sluice.result.RunResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Asks of one barrier what it would cost in another form, on some devices, and measures it by running both streams. */
public final class Asking {
    private final QuietRuns runs;
    private final EditableStream stream;
    private final List<String> devices;
    private final List<LoadedRun> on;
    private final BarrierSites sites;
    private final BarrierSites.Instance barrier;
    private volatile String now = "checking";

    private Asking(Session session, EditableStream stream, List<String> devices, String id) {
        this.runs = new QuietRuns(session);
        this.stream = stream;
        this.devices = List.copyOf(devices);
        this.on = devices.stream().map(stream::on).toList();
        this.sites = new BarrierSites(on.get(0).stream());
        this.barrier = barrier(stream.name(), sites, id);
    }

    /**
     * The answer.
     *
     * @param devices names or files of devices, at least one
     * @param id of a {@code pipelineBarrier}
     * @throws ConfigException where no such command stands
     */
    public static Asked of(Session session, EditableStream stream, List<String> devices, String id, WhatIf.Form form) {
        Asking asking = new Asking(session, stream, devices, id);
        return session.visibly(() -> asking.now, () -> asking.ask(form));
    }

    private static BarrierSites.Instance barrier(String file, BarrierSites sites, String id) {
        BarrierSites.Instance found = sites.instance(id);
        if (found == null) {
            List<String> ids = sites.barriers().stream().map(sites::name).toList();
            throw new ConfigException(
                    file, "no command " + id + (ids.isEmpty() ? "; it has no barrier" : Nearest.hint(id, ids)));
        }
        if (!(found.command() instanceof Command.PipelineBarrier)) {
            throw new ConfigException(
                    found.site(),
                    id + " is no pipelineBarrier: only those have other forms"
                            + " (subpass dependencies, events and semaphores stay as they are)");
        }
        return found;
    }

    private Asked ask(WhatIf.Form form) {
        StreamText text = stream.text();
        if (!text.editable(barrier.site())) {
            return refused(
                    form,
                    new WhatIf.Answer(
                            List.of(),
                            "",
                            "an alias stands for it in the text, or it has no braces, so that it cannot be edited",
                            List.of()));
        }
        WhatIf.Answer answer = null;
        List<BarrierEdit> edits = List.of();
        for (LoadedRun run : on) {
            Safety safety = new Safety(run.stream(), DeviceFacts.of(run.device()));
            if (answer == null) {
                answer = new WhatIf(safety, text::siblings).ask(barrier.site(), form);
                edits = answer.edits();
            } else if (!safety.brought(edits).isEmpty()) {
                answer = new WhatIf.Answer(
                        List.of(), "", "it is unsafe on " + run.device().name(), safety.brought(edits));
            }
            if (answer.refused()) {
                return refused(form, answer);
            }
        }
        String rewritten = text.edited(on.get(0).stream(), edits);
        EditableStream other = stream.with(rewritten);
        Map<String, Asked.Measured> measured = new LinkedHashMap<>();
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < on.size(); i++) {
            LoadedRun run = on.get(i);
            String device = run.device().name();
            now = "on " + device;
            // what is printed must load
            other.on(devices.get(i));
            StreamRun first = runs.run(run, List.of(), false);
            StreamRun second = first == null ? null : runs.run(run, edits, false);
            if (first != null && second != null) {
                differences.addAll(Outcome.of(run, first).differences(Outcome.of(run, second), device));
                measured.put(device, new Asked.Measured(cost(first.result(), edits), cost(second.result(), edits)));
            }
        }
        return asked(form, Objects.requireNonNull(answer), measured, differences, rewritten);
    }

    private Asked refused(WhatIf.Form form, WhatIf.Answer answer) {
        return asked(form, answer, Map.of(), List.of(), original());
    }

    private String original() {
        return new String(stream.bytes(), StandardCharsets.UTF_8);
    }

    private Asked asked(
            WhatIf.Form form,
            WhatIf.Answer answer,
            Map<String, Asked.Measured> measured,
            List<String> differences,
            String text) {
        LoadedRun any = on.get(0);
        String label = barrier.command().origin().label();
        return new Asked(
                any.stream().name(),
                stream.name(),
                barrier.id(),
                barrier.site(),
                label == null ? "" : label,
                sites.instances(barrier.site()).size(),
                form,
                answer,
                names(answer.hazards()),
                measured,
                differences,
                any.stream().buffers().size() + any.stream().images().size(),
                text,
                LineChange.between(original(), text),
                runs.interrupted(),
                any.leftOut());
    }

    private Map<String, String> names(List<Hazard> hazards) {
        Map<String, String> names = new LinkedHashMap<>();
        for (Hazard hazard : hazards) {
            for (Hazard.Party party : List.of(hazard.prior(), hazard.current())) {
                List<BarrierSites.Instance> instances =
                        sites.instances(party.origin().where());
                if (instances.size() == 1) {
                    names.put(party.origin().where(), instances.get(0).id());
                }
            }
        }
        return names;
    }

    private Asked.Cost cost(RunResult result, List<BarrierEdit> edits) {
        Set<String> concerned = new LinkedHashSet<>(List.of(
                barrier.site(), BarrierEdit.Split.setSite(barrier.site()), BarrierEdit.Split.waitSite(barrier.site())));
        for (BarrierEdit edit : edits) {
            if (edit instanceof BarrierEdit.Merge merge) {
                concerned.addAll(merge.sites());
            }
        }
        List<RunResult.BarrierResult> barriers = result.barriers().stream()
                .filter(one -> !one.implicit() && concerned.contains(one.where()))
                .toList();
        Spans stalled = new Spans();
        Spans drained = new Spans();
        for (RunResult.BarrierResult one : barriers) {
            // nothing waits behind the set of an event
            if (!one.where().equals(BarrierEdit.Split.setSite(barrier.site()))) {
                long reached = one.releasedCycle() - one.stallCycles();
                stalled.add(reached, one.releasedCycle());
                drained.add(reached, reached + one.drainCycles());
            }
        }
        long stall = stalled.covered();
        long drain = drained.covered();
        return new Asked.Cost(
                result.cycles(),
                result.timeNs(),
                stall,
                drain,
                stall - drain,
                barriers.stream()
                        .flatMap(one -> one.actions().stream())
                        .mapToLong(RunResult.ActionResult::writtenBackBytes)
                        .sum(),
                barriers.stream()
                        .mapToLong(RunResult.BarrierResult::refillBytes)
                        .sum());
    }
}
