// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.sluice.check.cure.CureProver;
import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.config.ConfigException;
import dev.sluice.config.device.Devices;
import dev.sluice.config.rewrite.CureText;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.Cure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Cures of random streams: each that is not words removes its hazard and brings none, and all of them together leave nothing of
 * what they are for.
 *
 * <p>{@code -Dsluice.cures.cases=N} checks N streams a device, {@code -Dsluice.cures.seed=S} begins with another one.
 */
final class CuresCureTest {
    private static final int CASES = Integer.getInteger("sluice.cures.cases", 60);
    private static final long FIRST = Long.getLong("sluice.cures.seed", 0);

    /** How often something is taken from the synchronization of every other stream, whatever that does to it. */
    private static final int WEAKER = 3;

    private int cures;
    private int words;

    @ParameterizedTest
    @ValueSource(strings = {"seed-discrete-l2", "rdna2-6900xt"})
    void every_cure_cures_and_brings_no_hazard(String name) {
        GpuSpec device = Devices.load(name);
        List<String> queues = device.queueFamilies().stream()
                .map(family -> family.name() + ".0")
                .toList();
        for (int i = 0; i < CASES; i++) {
            long seed = FIRST + i;
            String whole = new RandomStream(seed, queues, i % 3 == 0).text("case-" + seed);
            String text = i % 2 == 0
                    ? whole
                    : new RandomWeakening(seed).weaken(whole, WEAKER, less -> read(device, less) != null);
            String fault = fault(device, text);
            if (!fault.isEmpty()) {
                fail(name + ", seed " + seed + ": " + fault + "\n" + text);
            }
        }
        // or this would test nothing
        assertThat(cures).isGreaterThan(CASES);
        // of streams as random as these, a few in a thousand have hazards that no one change cures
        assertThat(words).isLessThanOrEqualTo(cures / 100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"seed-discrete-l2"})
    void a_printed_barrier_pasted_into_the_stream_gives_the_program_that_was_checked(String name) {
        GpuSpec device = Devices.load(name);
        List<String> queues = List.of(device.queueFamilies().get(0).name() + ".0");
        int pasted = 0;
        for (int i = 0; i < CASES; i++) {
            String text = new RandomStream(FIRST + i, queues, false).text("case");
            AccessTrace trace = AccessTrace.of(Objects.requireNonNull(read(device, text)), DeviceFacts.of(device));
            for (Hazard hazard :
                    CureProver.proven(trace, HazardChecker.check(trace)).hazards()) {
                if (hazard.cure() instanceof Cure.InsertCommand insert
                        && hazard.current().id().equals(insert.spot().before())) {
                    StreamProgram checked = Objects.requireNonNull(CureProver.applied(trace, List.of(hazard.cure())));
                    StreamProgram written =
                            read(device, pasted(text, hazard.current().origin().where(), hazard.cure()));
                    assertThat(commands(Objects.requireNonNull(written)))
                            .as(text)
                            .isEqualTo(commands(checked));
                    pasted++;
                }
            }
        }
        assertThat(pasted).isGreaterThan(10);
    }

    /** A text with the line of a cure before the line of a place. */
    private static String pasted(String text, String where, Cure cure) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        int at = Integer.parseInt(where.substring(where.indexOf(':') + 1, where.lastIndexOf(':'))) - 1;
        lines.add(at, lines.get(at).substring(0, lines.get(at).indexOf('-')) + CureText.line(cure));
        return String.join("\n", lines) + "\n";
    }

    /** What is submitted, without the places that it is written at. */
    private static List<String> commands(StreamProgram program) {
        List<String> commands = new ArrayList<>();
        program.threads()
                .forEach(thread -> thread.operations().forEach(operation -> {
                    if (operation instanceof HostOperation.QueueSubmit submit) {
                        submit.commandBuffers()
                                .forEach(list -> list.forEach(command -> commands.add(
                                        command instanceof Command.PipelineBarrier barrier
                                                ? barrier.barriers().toString()
                                                : command.kind())));
                    }
                }));
        return commands;
    }

    /** What is wrong with the cures of a stream; empty for nothing. */
    private String fault(GpuSpec device, String text) {
        StreamProgram program = Objects.requireNonNull(read(device, text));
        DeviceFacts facts = DeviceFacts.of(device);
        AccessTrace trace = AccessTrace.of(program, facts);
        HazardReport raw = HazardChecker.check(trace);
        HazardReport report = new CureProver(trace, raw, Long.MAX_VALUE).proven();
        Map<String, Long> before = bytes(report);
        List<Cure> all = new ArrayList<>();
        boolean complete = true;
        for (Hazard hazard : report.hazards()) {
            Cure cure = hazard.cure();
            if (cure instanceof Cure.Note) {
                words++;
                complete = false;
                continue;
            }
            cures++;
            all.add(cure);
            StreamProgram cured = CureProver.applied(trace, List.of(cure));
            if (cured == null) {
                return "cannot be applied: " + cure;
            }
            Map<String, Long> after = bytes(HazardChecker.check(AccessTrace.of(cured, facts)));
            if (after.getOrDefault(key(hazard), 0L) >= before.get(key(hazard))) {
                return "does not cure " + hazard + " by " + cure;
            }
            for (Map.Entry<String, Long> entry : after.entrySet()) {
                if (entry.getValue() > before.getOrDefault(entry.getKey(), 0L)) {
                    return "brings " + entry + " by " + cure;
                }
            }
        }
        List<Hazard> left = HazardChecker.check(
                        AccessTrace.of(Objects.requireNonNull(CureProver.applied(trace, all)), facts))
                .hazards();
        boolean apart = report.notes().stream().anyMatch(note -> note.contains("not together"));
        words += apart ? 1 : 0;
        return complete && !apart && !left.isEmpty() ? "all together leave " + left : "";
    }

    private static Map<String, Long> bytes(HazardReport report) {
        Map<String, Long> bytes = new HashMap<>();
        report.hazards().forEach(hazard -> bytes.merge(key(hazard), hazard.bytes(), Long::sum));
        return bytes;
    }

    /** Two places in the text and what both access: ids shift with the commands that are inserted. */
    private static String key(Hazard hazard) {
        String prior = hazard.prior().origin().where() + " " + hazard.prior().command();
        String current =
                hazard.current().origin().where() + " " + hazard.current().command();
        return (prior.compareTo(current) < 0 ? prior + ", " + current : current + ", " + prior) + ", "
                + hazard.resource();
    }

    private static @Nullable StreamProgram read(GpuSpec device, String stream) {
        try {
            return StreamReader.read("case.yaml", stream.getBytes(StandardCharsets.UTF_8), null)
                    .resolve(device);
        } catch (ConfigException e) {
            return null;
        }
    }
}
