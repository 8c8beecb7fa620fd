// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Waves that share an interpreter know nothing of each other. */
class ManyWavesTest {
    private static final int LANES = 8;

    private static final String CODE = """
            s = 0
            for i in 0..3 {
              v = load.u32 a[hash(gid + i) % n]
              if gid % 3 == 1 && lane != 4 {
                s = s + v * select(lane < 5, 3, 7)
              }
              store.u32 b[gid] = s + i
            }
            """;

    private static void start(WaveInterpreter waves, KernelProgram program, int place, int waveSize, long parameter) {
        waves.select(place);
        waves.bind(program);
        waves.start(place, 0, 0, 64, 1, 1, 0, waveSize, new long[] {parameter});
    }

    /** Does one operation of the chosen wave and says what it was; loads bring something that depends on their offset. */
    private static String turn(WaveInterpreter wave) {
        int operation = wave.next();
        StringBuilder text = new StringBuilder();
        text.append(operation)
                .append(" line ")
                .append(wave.line())
                .append(" after ")
                .append(wave.issueCycles());
        if (operation != WaveInterpreter.LOAD && operation != WaveInterpreter.STORE) {
            return text.toString();
        }
        int destination = wave.destination();
        for (long rest = wave.activeMask(); rest != 0; rest &= rest - 1) {
            int lane = Long.numberOfTrailingZeros(rest);
            text.append(' ').append(wave.offsets()[lane]);
            if (operation == WaveInterpreter.STORE) {
                text.append('=').append(wave.values()[lane]);
            } else {
                wave.deliver(destination, lane, wave.offsets()[lane] * 5 + 1);
            }
        }
        if (operation == WaveInterpreter.LOAD) {
            wave.complete(destination);
        }
        return text.toString();
    }

    @Test
    void waves_in_turn_do_what_each_does_alone() {
        KernelProgram one = KernelTests.compile(CODE, "n");
        KernelProgram other = KernelTests.compile("t = lane * 2\n" + CODE + "store.u64 b[t] = s", "n");
        int places = 5;
        WaveInterpreter together = new WaveInterpreter(places);
        List<WaveInterpreter> alone = new ArrayList<>();
        for (int i = 0; i < places; i++) {
            start(together, i % 2 == 0 ? one : other, i, LANES, 100 + i / 2);
            WaveInterpreter wave = new WaveInterpreter();
            wave.bind(i % 2 == 0 ? one : other);
            wave.start(i, 0, 0, 64, 1, 1, 0, LANES, new long[] {100 + i / 2});
            alone.add(wave);
        }
        for (int round = 0; round < 9; round++) {
            for (int i = 0; i < places; i++) {
                together.select((i * 3 + round) % places);
                assertThat(turn(together)).isEqualTo(turn(alone.get((i * 3 + round) % places)));
            }
        }
    }

    @Test
    void a_wave_of_regular_registers_has_a_record_of_144_bytes() {
        KernelProgram mix = KernelTests.compile("""
                for i in 0..16 {
                  v = load.u32 a[(gid + i * 262144) % elements]
                  if lane == 0 {
                    w = load.u32 a[hash(gid * 16 + i) % elements]
                  }
                }
                """, "elements");
        assertThat(mix.recordLength * Long.BYTES).isEqualTo(144);
    }

    @Test
    void a_register_of_another_wave_than_the_chosen_one_becomes_ready() {
        KernelProgram program = KernelTests.compile("v = load.u32 a[n]\nw = v", "n");
        WaveInterpreter waves = new WaveInterpreter(2);
        start(waves, program, 0, LANES, 1);
        waves.next();
        start(waves, program, 1, LANES, 1);
        waves.next();
        waves.complete(0, 1);
        assertThat(waves.next()).isEqualTo(WaveInterpreter.WAIT);
        waves.select(0);
        assertThat(waves.next()).isEqualTo(WaveInterpreter.END);
        assertThatThrownBy(() -> waves.complete(0, 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void an_atomic_adds_the_register_that_it_fills() {
        WaveInterpreter wave =
                KernelTests.started(KernelTests.compile("v = lane + 5\nv = atomic.add.u32 a[0], v"), LANES);
        wave.next();
        assertThat(wave.values()[3]).isEqualTo(8);
        assertThat(wave.register(1, 3)).isZero();
    }

    @Test
    void a_lane_that_executes_alone_leaves_the_registers_of_the_others() {
        WaveInterpreter wave = KernelTests.started(
                KernelTests.compile("v = lane * lane\nif lane == 2 { v = hash(v) % 10 + 100 }\nstore.u32 a[lane] = v"),
                LANES);
        wave.next();
        assertThat(wave.values()[1]).isEqualTo(1);
        assertThat(wave.values()[2]).isBetween(100L, 109L);
        assertThat(wave.values()[7]).isEqualTo(49);
    }

    @Test
    void nobody_has_to_deliver_to_a_register_that_nobody_reads() {
        WaveInterpreter wave = KernelTests.started(
                KernelTests.compile("v = load.u32 a[0]\nw = load.u32 a[1]\nstore.u32 b[0] = w"), LANES);
        assertThat(wave.delivers(1)).isFalse();
        assertThat(wave.delivers(2)).isTrue();
        wave.watch(new LoopWatch());
        assertThat(wave.delivers(1)).isTrue();
    }

    @Test
    void waves_of_one_interpreter_have_one_size() {
        KernelProgram program = KernelTests.compile("v = hash(lane)\nstore.u32 a[n] = v", "n");
        WaveInterpreter waves = new WaveInterpreter(2);
        start(waves, program, 0, 4, 1);
        waves.next();
        assertThatThrownBy(() -> start(waves, program, 1, 32, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the waves of an interpreter have one size");
    }
}
