package dev.sluice.config.differential;

import dev.sluice.config.device.Devices;
import dev.sluice.config.profile.Profiles;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.core.barrier.BarrierProfile;
import dev.sluice.core.command.StreamProgram;
import dev.sluice.core.gpu.GpuSpec;
import dev.sluice.core.gpu.RunOptions;
import dev.sluice.core.gpu.Simulation;
import dev.sluice.core.observe.SimObserver;
import dev.sluice.core.stats.RunResult;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class DifferentialTest {
    @Test
    void probe() {
        long t0 = System.nanoTime();
        int found = 0;
        java.util.Map<String, GpuSpec> specs = new java.util.HashMap<>();
        java.util.Map<String, Long> ms = new java.util.TreeMap<>();
        int n = Integer.getInteger("sluice.fuzz.cases", 200);
        for (int i = 0; i < n; i++) {
            String device = Devices.names().get(i % Devices.names().size());
            GpuSpec spec = RandomDevice.of(specs.computeIfAbsent(device, Devices::load), i);
            java.util.List<String> queues =
                    spec.queueFamilies().stream().map(f -> f.name() + ".0").toList();
            String text = new RandomStream(i, queues, false).text("case-" + i);
            long s0 = System.nanoTime();
            StreamProgram program;
            try {
                program = StreamReader.read("case-" + i + ".yaml", text.getBytes(StandardCharsets.UTF_8), null)
                        .resolve(spec);
            } catch (RuntimeException e) {
                System.out.println(device + " " + e + "\n" + text);
                throw e;
            }
            BarrierProfile profile = Profiles.load(spec.barrierProfile());
            RunResult result = new Simulation(spec, profile, program, new RunOptions(false, i, SimObserver.NONE)).run();
            ms.merge(device, (System.nanoTime() - s0) / 1000, Long::sum);
            if (i % 50 < 8)
                System.out.println(device + " " + result.cycles() + " cycles " + result.events() + " events");
            if (!(result.staleReads().isEmpty() && result.lostWrites().isEmpty()))
                ms.merge(device + "#", 1L, Long::sum);
            found += result.staleReads().isEmpty() && result.lostWrites().isEmpty() ? 0 : 1;
        }
        System.out.println("PROBE " + n + " cases, " + found + " with findings, " + (System.nanoTime() - t0) / 1_000_000
                + " ms " + ms);
    }
}
