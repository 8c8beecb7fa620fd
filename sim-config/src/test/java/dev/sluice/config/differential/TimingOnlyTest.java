// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.sluice.Sluice;
import dev.sluice.config.device.Devices;
import dev.sluice.config.profile.Profiles;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.CacheSpec;
import dev.sluice.device.Client;
import dev.sluice.device.GpuSpec;
import dev.sluice.device.LineCompression;
import dev.sluice.device.RopSpec;
import dev.sluice.machine.ByteDependence;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.fault.KernelFaultException;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.program.StreamProgram;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random streams, right and wrong ones, take the same cycles and do the same with bytes judged and for time alone.
 *
 * <p>{@code -Dsluice.timing.cases=N} runs N streams a device instead of 20, {@code -Dsluice.timing.seed=S} begins with another one.
 */
final class TimingOnlyTest {
    private static final int CASES = Integer.getInteger("sluice.timing.cases", 20);
    private static final long FIRST = Long.getLong("sluice.timing.seed", 0);

    /** What only a run with bytes judged tells. */
    private static final Set<String> JUDGED = Set.of(
            "timingOnly", "assumptions", "notes", "staleReads", "lostWrites", "unwrittenReads", "checks", "tearing");

    static Stream<String> devices() {
        return Devices.names().stream();
    }

    @ParameterizedTest
    @MethodSource("devices")
    void a_run_for_time_alone_does_what_the_full_run_does(String device) {
        GpuSpec shipped = Devices.load(device);
        List<String> queues = shipped.queueFamilies().stream()
                .map(family -> family.name() + ".0")
                .toList();
        boolean packable = !GpuSpec.VRAM.equals(shipped.clients().get(Client.TRANSFER));
        int byteless = 0;
        int following = 0;
        for (long seed = FIRST; seed < FIRST + CASES; seed++) {
            // neither the seeds of the differential campaign nor its devices: what is rare there is met here too
            String text = new RandomStream(~seed, queues, packable && seed % 4 == 3).text("case-" + seed);
            GpuSpec random = seed % 5 == 4 ? shipped : RandomDevice.of(shipped, ~seed);
            // on a device that compresses bytes are followed as a rule: a sibling that does not runs without
            GpuSpec spec = seed % 2 == 0 ? random : uncompressed(random);
            StreamProgram program = program(spec, text);
            if (ByteDependence.of(spec, program) == null) {
                byteless++;
            } else {
                following++;
            }
            List<String> differences = differences(spec, program, seed);
            if (!differences.isEmpty()) {
                long drawn = seed;
                fail(device + ", seed " + seed + ": " + differences + "\n"
                        + StreamReducer.reduce(text, less -> differs(spec, less, drawn)));
            }
        }
        assertThat(byteless).isGreaterThanOrEqualTo(CASES / 20);
        assertThat(following).isGreaterThanOrEqualTo(CASES / 20);
    }

    private static GpuSpec uncompressed(GpuSpec device) {
        RopSpec rop = device.rop();
        List<CacheSpec> caches = device.caches().stream()
                .map(cache -> cache.with(cache.structure().with(LineCompression.NONE)))
                .toList();
        return with(
                with(with(device, "caches", caches), "rop", with(rop, "ratios", List.of())),
                "pages",
                with(device.pages(), "compressionInPageTable", false));
    }

    /** A record with one other component. */
    private static <R extends Record> R with(R record, String component, Object value) {
        try {
            RecordComponent[] parts = record.getClass().getRecordComponents();
            Object[] values = new Object[parts.length];
            for (int i = 0; i < parts.length; i++) {
                values[i] = parts[i].getName().equals(component)
                        ? value
                        : parts[i].getAccessor().invoke(record);
            }
            Class<?>[] types = Stream.of(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
            @SuppressWarnings("unchecked")
            Class<R> type = (Class<R>) record.getClass();
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a record without its accessors", e);
        }
    }

    /** What differs between the full run and the one for time alone; empty if nothing does. */
    private static List<String> differences(GpuSpec device, StreamProgram stream, long seed) {
        List<String> full = outcome(device, stream, false, seed);
        List<String> timing = outcome(device, stream, true, seed);
        if (full.equals(timing)) {
            return List.of();
        }
        List<String> differences = new ArrayList<>(full);
        differences.removeAll(Set.copyOf(timing));
        return differences.isEmpty() ? List.of("more lines for time alone") : differences;
    }

    /** What a run ends with; a stream with a hazard may end with an access out of range. */
    private static List<String> outcome(GpuSpec device, StreamProgram stream, boolean timingOnly, long seed) {
        try {
            return ResultLines.of(
                    Sluice.simulation(
                                    device,
                                    Profiles.load(device.barrierProfile()),
                                    stream,
                                    new RunOptions(timingOnly, seed, SimObserver.NONE))
                            .run(),
                    JUDGED);
        } catch (KernelFaultException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    private static boolean differs(GpuSpec device, String stream, long seed) {
        try {
            return !differences(device, program(device, stream), seed).isEmpty();
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static StreamProgram program(GpuSpec device, String stream) {
        return StreamReader.read("case.yaml", stream.getBytes(StandardCharsets.UTF_8), null)
                .resolve(device);
    }
}
