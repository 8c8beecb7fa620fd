// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.fuzz;

import dev.sluice.config.trace.TraceBytes;
import dev.sluice.config.trace.TraceFormat;
import dev.sluice.config.trace.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The readers of traces, of each format alone and of whatever a file seems to be, packed or not. */
final class TraceTargets {

    private static final byte[] CSV = TraceBytes.text("""
            time,after,unit,client,kind,device_address,size,mask,sectors,flags,site,atomic,cache,ranges
            0,,,host,write,0x4000000000000,64,,,,,,,
            5,2,3,,read,0x20,40,0xff000000ff,0x7,coherent+image,0x40000007,,,
            6,0,,transfer,atomic,0x40,4,,,,,ADD U32 0,,
            7,,,,invalidate,,,,,exact,,,l1[3],0x100+128 0x400+32
            8,1,,,snooped,,,,,,,,,0x1000+64
            9,,,,reset,,,,,,,,,
            """);
    private static final byte[] LACKEY = TraceBytes.text("==1== x\nI  04,3\n S 1ff8,8\n M 04222cac,4\n L 10,1\n");
    private static final byte[] CHAMPSIM =
            TraceBytes.all(TraceBytes.champSim(0x400, 0x2000, 0x1000, 0x1FFE), TraceBytes.champSim(0x404, 0));
    private static final byte[] ORACLE =
            TraceBytes.all(TraceBytes.oracleGeneral(10, 5, 40, 2), TraceBytes.oracleGeneral(11, 6, 1 << 20, -1));

    private TraceTargets() {}

    static List<FuzzTarget> all() {
        return List.of(
                of("trace-csv", TraceFormat.CSV, CSV),
                of("trace-lackey", TraceFormat.LACKEY, LACKEY),
                of("trace-champsim", TraceFormat.CHAMPSIM, CHAMPSIM),
                of("trace-oracle", TraceFormat.ORACLE_GENERAL, ORACLE),
                of("trace-accelsim", TraceFormat.ACCEL_SIM, TraceBytes.text(TraceBytes.KERNEL)),
                new FuzzTarget("trace-any", TraceTargets::packed, input -> read("any", null, input)));
    }

    private static FuzzTarget of(String name, TraceFormat format, byte[] seed) {
        return new FuzzTarget(name, () -> List.of(seed), input -> read(name, format, input));
    }

    private static List<byte[]> packed() {
        List<byte[]> seeds = new ArrayList<>();
        for (byte[] seed : List.of(CSV, LACKEY, CHAMPSIM, ORACLE, TraceBytes.text(TraceBytes.KERNEL))) {
            seeds.add(seed);
            for (String suffix : List.of(".gz", ".xz", ".zst")) {
                seeds.add(TraceBytes.packed(suffix, seed));
            }
        }
        return seeds;
    }

    private static void read(String name, @Nullable TraceFormat format, byte[] input) throws IOException {
        Path file = Files.write(Folder.of(name).resolve("fuzz"), input);
        Traces.drain(file, format);
    }
}
