// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.DramSpec;
import dev.sluice.machine.dram.CommandListener.Kind;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.memory.BackingStore;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.RequestPool;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A million commands of each preset keep to the constraints of its standard. */
final class ProtocolTest {

    private static final int COMMANDS = 1_000_000;
    private static final long CORE = 1_380_000_000L;

    static Stream<String> presets() {
        return Specs.presets().stream();
    }

    @ParameterizedTest
    @MethodSource("presets")
    void commands_keep_to_the_standard(String preset) {
        DramSpec spec = Specs.preset(preset, 1);
        Map<String, Integer> broken = new TreeMap<>();
        StringBuilder examples = new StringBuilder();
        int commands = 0;
        for (int pattern = 0; pattern < 5; pattern++) {
            ProtocolChecker checker = new ProtocolChecker(spec, Standard.of(preset));
            drive(spec, checker, pattern);
            checker.violations().forEach((rule, n) -> broken.merge(rule, n, Integer::sum));
            examples.append(checker.examples().isEmpty() ? "" : checker.examples() + " ");
            commands += checker.count();
        }
        assertThat(commands).isGreaterThanOrEqualTo(COMMANDS);
        assertThat(broken).as("%s", examples).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("presets")
    void commands_to_two_ranks_keep_to_the_standard(String preset) {
        ranks(preset, 2);
    }

    @Test
    void four_ranks_of_refreshes_by_the_bank_keep_to_the_standard() {
        ranks("lpddr5-6400", 4);
    }

    private static void ranks(String preset, int ranks) {
        DramSpec spec = Specs.withRanks(Specs.preset(preset, 1), ranks);
        ProtocolChecker checker = new ProtocolChecker(spec, Standard.of(preset));
        drive(spec, checker, 1);
        assertThat(checker.violations()).as("%s", checker.examples()).isEmpty();
    }

    /** Random reads, random reads and writes in equal parts and one to two, streamed mixes, and a stream of reads. */
    private static void drive(DramSpec spec, ProtocolChecker checker, int pattern) {
        Engine engine = new Engine();
        RequestPool pool = new RequestPool(false);
        DramSystem memory =
                new DramSystem(engine, "vram", spec, CORE, 0, new BackingStore(), pool, SimObserver.NONE, null);
        memory.channel(0).device().listen(checker);
        boolean random = pattern < 3;
        int bytes = random ? spec.transactionBytes() : 256;
        int writes = new int[] {0, 50, 33, 40, 0}[pattern];
        Traffic traffic =
                engine.add(new Traffic(engine, pool, memory, 160, bytes, 256 << 20, random, writes, 0, pattern + 1));
        while (checker.count() < COMMANDS / 5) {
            traffic.more(2000);
            engine.run();
        }
    }

    @Test
    void the_checker_sees_what_is_too_early() {
        DramSpec spec = Specs.preset("hbm3", 1);
        ProtocolChecker checker = new ProtocolChecker(spec, Standard.of("hbm3"));
        checker.command(Kind.ACTIVATE, 0, 1, 1000);
        checker.command(Kind.ACTIVATE, 16, 1, 1003);
        checker.command(Kind.READ, 0, 1, 1030);
        checker.command(Kind.READ, 0, 2, 1032);
        checker.command(Kind.PRECHARGE, 0, 1, 1044);
        checker.command(Kind.ACTIVATE, 0, 3, 1069);
        assertThat(checker.violations())
                .containsEntry("tRRD_S", 1)
                .containsEntry("tRCD", 1)
                .containsEntry("row open", 1)
                .containsEntry("tCCD_L", 1)
                .containsEntry("tRAS", 1)
                .containsEntry("tRC", 1)
                .containsEntry("tRP", 1);
    }
}
