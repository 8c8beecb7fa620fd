package dev.sluice.config.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.device.Devices;
import dev.sluice.config.profile.Profiles;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.core.checker.hazard.DeviceFacts;
import dev.sluice.core.checker.hazard.HazardChecker;
import dev.sluice.core.checker.hazard.HazardReport;
import dev.sluice.core.command.StreamProgram;
import dev.sluice.core.gpu.GpuSpec;
import dev.sluice.core.gpu.RunOptions;
import dev.sluice.core.gpu.Simulation;
import dev.sluice.core.memory.Client;
import dev.sluice.core.observe.SimObserver;
import dev.sluice.core.stats.RunResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The link between the two truths (model, sections 1 and 9): a stream that the checker finds free of hazards never shows a stale
 * read or a lost write, on any device, with any caches; so where the machine shows one, the checker has found a hazard.
 *
 * <p>{@code -Dsluice.differential.cases=N} runs N streams a device instead of 300, {@code -Dsluice.differential.seed=S} begins
 * with another one.
 */
final class DifferentialTest {

    private static final int CASES = Integer.getInteger("sluice.differential.cases", 300);
    private static final long FIRST = Long.getLong("sluice.differential.seed", 0);

    static Stream<String> devices() {
        return Devices.names().stream();
    }

    @ParameterizedTest
    @MethodSource("devices")
    void a_stream_without_hazards_reads_nothing_stale_and_loses_nothing(String device) {
        GpuSpec shipped = Devices.load(device);
        List<String> queues = shipped.queueFamilies().stream()
                .map(family -> family.name() + ".0")
                .toList();
        // where transfers pass by the caches, neighbours of one line are LINE_SHARING
        boolean packable = !GpuSpec.VRAM.equals(shipped.clients().get(Client.TRANSFER));
        int clean = 0;
        for (int i = 0; i < CASES; i++) {
            long seed = FIRST + i;
            String text = new RandomStream(seed, queues, packable && i % 4 == 3).text("case-" + seed);
            GpuSpec spec = i % 5 == 4 ? shipped : RandomDevice.of(shipped, seed);
            StreamProgram program = StreamReader.read(
                            "case-" + seed + ".yaml", text.getBytes(StandardCharsets.UTF_8), null)
                    .resolve(spec);
            HazardReport report = HazardChecker.check(program, DeviceFacts.of(spec));
            if (!report.raceFree()) {
                continue;
            }
            clean++;
            RunResult result = new Simulation(
                            spec,
                            Profiles.load(spec.barrierProfile()),
                            program,
                            new RunOptions(false, seed, SimObserver.NONE))
                    .run();
            assertThat(result.staleReads()).as(() -> device + "\n" + text).isEmpty();
            assertThat(result.lostWrites()).as(() -> device + "\n" + text).isEmpty();
        }
        // neither side is empty, or this would test nothing
        assertThat(clean).isGreaterThan(CASES / 10).isLessThan(CASES);
    }
}
