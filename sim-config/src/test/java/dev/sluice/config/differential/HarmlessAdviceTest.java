// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.sluice.check.advice.BarrierSites;
import dev.sluice.check.advice.Candidate;
import dev.sluice.check.advice.Candidates;
import dev.sluice.check.advice.Safety;
import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.hazard.HazardReport;
import dev.sluice.check.hazard.HostReading;
import dev.sluice.check.order.Amendments;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.check.verdict.Verdict;
import dev.sluice.check.verdict.VerdictKind;
import dev.sluice.check.verdict.Verdicts;
import dev.sluice.config.ConfigException;
import dev.sluice.config.device.Devices;
import dev.sluice.config.rewrite.StreamText;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.Barrier;
import dev.sluice.program.HostOperation;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.edit.BarrierEdit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verdicts and advice on random streams, with hazards and without: applying any of them adds no hazard, and what takes part in
 * one is never called unneeded.
 *
 * <p>{@code -Dsluice.harmless.cases=N} judges N streams a device, {@code -Dsluice.harmless.seed=S} begins with another one.
 */
final class HarmlessAdviceTest {
    private static final int CASES = Integer.getInteger("sluice.harmless.cases", 16);
    /** Near enough to seeds 29 and 33, whose streams the host may read something of. */
    private static final long FIRST = Long.getLong("sluice.harmless.seed", 20);

    /** How often something is taken from the synchronization of every other stream, whatever that does to it. */
    private static final int WEAKER = 3;

    private int applied;
    private int hazardous;
    /** How often the host may read something. */
    private int read;

    private final Set<VerdictKind> kinds = EnumSet.noneOf(VerdictKind.class);

    @ParameterizedTest
    @ValueSource(strings = {"seed-discrete-l2", "rdna2-6900xt"})
    void no_verdict_and_no_advice_adds_a_hazard(String name) {
        GpuSpec device = Devices.load(name);
        List<String> queues = device.queueFamilies().stream()
                .map(family -> family.name() + ".0")
                .toList();
        for (int i = 0; i < CASES; i++) {
            long seed = FIRST + i;
            String plain = new RandomStream(seed, queues, false).text("case-" + seed);
            String whole = i % 3 == 0 ? new RandomFrames(seed).before(plain, queues.get(0)) : plain;
            String text = i % 2 == 0
                    ? whole
                    : new RandomWeakening(seed).weaken(whole, WEAKER, less -> read(device, less) != null);
            String harm = harm(device, text);
            if (!harm.isEmpty()) {
                fail(name + ", seed " + seed + ": " + harm + "\n"
                        + StreamReducer.reduce(text, less -> harmed(device, less, harm)));
            }
        }
        // neither side is empty, or this would test nothing
        assertThat(applied).isGreaterThan(CASES);
        assertThat(hazardous).isBetween(CASES / 10, CASES * 9 / 10);
        assertThat(read).isPositive();
        assertThat(kinds)
                .contains(
                        VerdictKind.PRESENT_AND_NOT_NEEDED,
                        VerdictKind.WIDER_THAN_NEEDED,
                        VerdictKind.NEEDED_AND_PRESENT);
    }

    private boolean harmed(GpuSpec device, String text, String harm) {
        try {
            return harm(device, text).startsWith(harm.substring(0, harm.indexOf(' ')));
        } catch (RuntimeException e) {
            return false; // no stream any more
        }
    }

    /** What harm some verdict or advice does; empty for none. */
    private String harm(GpuSpec device, String text) {
        StreamProgram program = Objects.requireNonNull(read(device, text));
        AccessTrace trace = AccessTrace.of(program, DeviceFacts.of(device));
        HazardReport report = HazardChecker.check(trace);
        List<Hazard> hazards = report.hazards();
        hazardous += hazards.isEmpty() ? 0 : 1;
        read += report.readings().size();
        Set<String> acquired = acquired(program);
        Amendments all = Amendments.NONE;
        for (Verdict verdict : Verdicts.of(trace, Long.MAX_VALUE).all()) {
            kinds.add(verdict.kind());
            if (acquired.contains(verdict.dependency()) && verdict.kind() == VerdictKind.PRESENT_AND_NOT_NEEDED) {
                return "acquire " + verdict;
            }
            String harm = harm(trace, report, verdict);
            if (!harm.isEmpty()) {
                return harm;
            }
            all = verdict.id() == null ? all : applied(all, verdict.id(), verdict);
        }
        String together = brings(trace, report, all);
        return together.isEmpty()
                ? adviceHarm(device, program, text, bytes(hazards, false))
                : "together all verdicts bring " + together;
    }

    /** The waits for semaphores of acquired images, by the names of verdicts. */
    private static Set<String> acquired(StreamProgram program) {
        Set<String> waits = new HashSet<>();
        int submissions = 0;
        for (HostOperation operation : program.threads().get(0).operations()) {
            if (operation instanceof HostOperation.QueueSubmit submit) {
                for (int i = 0; i < submit.waits().size(); i++) {
                    if (submit.waits().get(i).semaphore().startsWith("acquired")) {
                        waits.add("submit" + submissions + ".wait[" + i + "]");
                    }
                }
                submissions++;
            }
        }
        return waits;
    }

    /** What other dependencies bring: a hazard, or that the host cannot read any more what it could; empty for nothing. */
    private static String brings(AccessTrace trace, HazardReport before, Amendments amendments) {
        HazardReport after = HazardChecker.check(trace, amendments);
        for (HostReading reading : before.readings()) {
            long still = after.readings().stream()
                    .filter(other -> other.position() <= reading.position()
                            && other.thread() == reading.thread()
                            && other.space() == reading.space()
                            && other.otherwise()
                                    .prior()
                                    .id()
                                    .equals(reading.otherwise().prior().id()))
                    .mapToLong(other -> other.where().size())
                    .sum();
            if (still < reading.where().size()) {
                return "that the host cannot read " + reading;
            }
        }
        return more(bytes(before.hazards(), true), bytes(after.hazards(), true));
    }

    private String harm(AccessTrace trace, HazardReport report, Verdict verdict) {
        DependencyId id = verdict.id();
        Amendments amendments = id == null ? Amendments.NONE : applied(Amendments.NONE, id, verdict);
        if (id == null || amendments.keeps(id)) {
            return "";
        }
        for (Hazard hazard : report.hazards()) {
            Barrier own = verdict.barrier();
            if (own != null && own.image() != null && makes(id, own, hazard)) {
                return "part " + verdict + " of " + hazard;
            }
        }
        applied++;
        String more = brings(trace, report, amendments);
        return more.isEmpty() ? "" : "verdict " + verdict + " brings " + more;
    }

    /** What a verdict says, beside others; these alone where it says to keep the dependency. */
    private static Amendments applied(Amendments others, DependencyId id, Verdict verdict) {
        if (verdict.kind() == VerdictKind.PRESENT_AND_NOT_NEEDED) {
            return others.without(id);
        }
        Barrier narrowest = verdict.narrowest();
        return narrowest == null || narrowest.equals(verdict.barrier()) ? others : others.replacing(id, narrowest);
    }

    private static boolean makes(DependencyId id, Barrier own, Hazard hazard) {
        String image = Objects.requireNonNull(own.image()).range().image();
        return List.of(hazard.prior(), hazard.current()).stream()
                .anyMatch(party -> party.onlyTransition()
                        && party.id().equals(id.command())
                        && party.resource().equals(image));
    }

    private String adviceHarm(GpuSpec device, StreamProgram program, String text, Map<String, Long> known) {
        StreamText lines = StreamText.of("case.yaml", text.getBytes(StandardCharsets.UTF_8));
        Safety safety = new Safety(program, DeviceFacts.of(device));
        Candidates candidates = new Candidates(safety, List.of(), lines::siblings, site -> site);
        // several sites often come to the same text
        Map<String, Map<String, Long>> left = new HashMap<>();
        for (String site : new BarrierSites(program).barriers()) {
            if (!lines.editable(site)) {
                continue;
            }
            for (Candidate candidate : candidates(candidates, site)) {
                applied++;
                String more = more(
                        known, left.computeIfAbsent(lines.edited(program, candidate.edits()), of -> left(device, of)));
                if (!more.isEmpty()) {
                    return "advice " + candidate + " at " + site + " brings " + more;
                }
            }
        }
        return adviceTogether(device, program, safety, lines, known, left);
    }

    /** What all narrowest forms bring, each found beside the ones before it, as advice does. */
    private String adviceTogether(
            GpuSpec device,
            StreamProgram program,
            Safety safety,
            StreamText lines,
            Map<String, Long> known,
            Map<String, Map<String, Long>> left) {
        List<BarrierEdit> edits = new ArrayList<>();
        for (String site : new BarrierSites(program).barriers()) {
            Candidates candidates = new Candidates(safety, edits, lines::siblings, name -> name);
            Candidates.Analysis analysis = lines.editable(site) ? candidates.analysis(site) : null;
            Candidate narrowed = analysis == null ? null : candidates.narrowed(analysis);
            if (narrowed != null) {
                edits.addAll(narrowed.edits());
            }
        }
        String edited = lines.edited(program, edits);
        String more = more(known, left.computeIfAbsent(edited, of -> left(device, of)));
        return more.isEmpty() ? "" : "together " + edits + " bring " + more;
    }

    /** What hazards a stream has, by bytes. */
    private static Map<String, Long> left(GpuSpec device, String stream) {
        return bytes(
                HazardChecker.check(Objects.requireNonNull(read(device, stream)), DeviceFacts.of(device))
                        .hazards(),
                false);
    }

    private static List<Candidate> candidates(Candidates candidates, String site) {
        Candidates.Analysis analysis = Objects.requireNonNull(candidates.analysis(site));
        List<Candidate> all = new ArrayList<>(candidates.places(analysis, "split"));
        for (Candidate one : new Candidate[] {
            candidates.narrowed(analysis),
            candidates.merged(analysis.site()),
            candidates.ranged(analysis, analysis.barriers())
        }) {
            if (one != null) {
                all.add(one);
            }
        }
        return all;
    }

    /**
     * How many bytes each hazard concerns.
     *
     * @param commands whether hazards of different commands are told apart; edits of the text move them
     */
    private static Map<String, Long> bytes(List<Hazard> hazards, boolean commands) {
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (Hazard hazard : hazards) {
            String key = hazard.kind() + " of " + hazard.resource() + ", " + hazard.missing();
            bytes.merge(
                    commands
                            ? key + " " + hazard.prior().id() + " "
                                    + hazard.current().id()
                            : key,
                    hazard.bytes(),
                    Long::sum);
        }
        return bytes;
    }

    private static String more(Map<String, Long> known, Map<String, Long> now) {
        for (Map.Entry<String, Long> entry : now.entrySet()) {
            if (entry.getValue() > known.getOrDefault(entry.getKey(), 0L)) {
                return entry.toString();
            }
        }
        return "";
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
