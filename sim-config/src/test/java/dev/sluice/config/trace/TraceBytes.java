// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Small traces made by hand. */
public final class TraceBytes {

    /** The file of a kernel with a block of two warps; addresses in each of the three forms. */
    public static final String KERNEL = """
            -kernel name = scale
            -kernel id = 1
            -grid dim = (1,1,1)
            -block dim = (64,1,1)
            -shmem = 0
            -nregs = 16
            -binary version = 70
            -shmem base_addr = 0x00007f0000000000
            -local mem base_addr = 0x00007f1000000000
            -accelsim tracer version = 4

            #traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses] [immediate]

            #BEGIN_TB

            thread block = 0,0,0

            warp = 0
            insts = 5
            0000 ffffffff 1 R1 MOV 1 R255 0 0
            0010 ffffffff 1 R2 LDG.E.SYS 1 R1 4 1 0x7e0000000000 4 0
            0020 0000000f 1 R3 LDG.E.64.SYS 1 R1 8 0 0x7e0000001000 0x7e0000001100 0x7e0000001200 0x7e0000001300 0
            0030 ffffffff 1 R4 FADD 2 R2 R2 0 0
            0040 ffffffff 0 STG.E.SYS 2 R1 R4 4 1 0x7e0000002000 4 0

            warp = 1
            insts = 3
            0010 00000007 1 R2 LDG.E.SYS 1 R1 4 2 0x7e0000000080 128 -64 0
            0020 ffffffff 0 LDS 1 R2 4 1 0x10 4 0
            0030 00000001 0 RED.E.ADD.STRONG.GPU 2 R1 R2 4 1 0x7e0000003000 0 0

            #END_TB
            """;

    private TraceBytes() {}

    /** An instruction of ChampSim's. */
    public static byte[] champSim(long counter, long store, long... loads) {
        ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(0, counter).putLong(16, store);
        for (int i = 0; i < loads.length; i++) {
            bytes.putLong(32 + 8 * i, loads[i]);
        }
        return bytes.array();
    }

    /** A record of oracleGeneral. */
    public static byte[] oracleGeneral(int time, long object, int size, long next) {
        return ByteBuffer.allocate(24)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(time)
                .putLong(object)
                .putInt(size)
                .putLong(next)
                .array();
    }

    /** Bytes, one behind the other. */
    public static byte[] all(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** The bytes of a text. */
    public static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Bytes packed as the end of a name says. */
    public static byte[] packed(String name, byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = Compression.ofName(name).packed(packed)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
