// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.machine.trace.AccessTrace;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import dev.sluice.result.Counted;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A trace of ChampSim: instructions of 64 bytes each ({@code inc/trace_instruction.h} of the ChampSim project, structure
 * {@code input_instr}): the instruction's address, two bytes about branches, two and four registers, the addresses of two stores
 * and of four loads, 0 for none.
 *
 * <p>It does not say how many bytes an access has: an access is of {@value #BYTES} bytes, cut at the end of its sector.
 */
final class ChampSimTrace implements AccessTrace {

    static final int RECORD = 64;

    private static final int BYTES = 8;
    private static final int SECTOR = 32;
    private static final int IS_BRANCH = 8;
    private static final int BRANCH_TAKEN = 9;
    private static final int STORES = 16;
    private static final int STORE_COUNT = 2;
    private static final int LOADS = 32;
    private static final int LOAD_COUNT = 4;

    private final String name;
    private final BinaryRecords records;
    private long instructions;
    private int next = LOAD_COUNT + STORE_COUNT;

    ChampSimTrace(String name, TraceInput in) {
        this.name = name;
        this.records = new BinaryRecords(in, RECORD, "instruction");
    }

    /** Whether bytes can be an instruction. */
    static boolean plausible(ByteBuffer bytes, int at) {
        int branch = bytes.get(at + IS_BRANCH);
        int taken = bytes.get(at + BRANCH_TAKEN);
        return branch >>> 1 == 0 && taken >>> 1 == 0 && bytes.getLong(at) != 0;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> notes() {
        return List.of(Counted.of(
                instructions, "instruction, whose fetch is left out", "instructions, whose fetches are left out"));
    }

    @Override
    public boolean next(TraceRecord into) {
        while (true) {
            while (next < LOAD_COUNT + STORE_COUNT) {
                int operand = next++;
                boolean load = operand < LOAD_COUNT;
                int at = load ? LOADS + operand * Long.BYTES : STORES + (operand - LOAD_COUNT) * Long.BYTES;
                long address = records.bytes().getLong(at);
                if (address != 0) {
                    into.clear();
                    int room = SECTOR - (int) (address & SECTOR - 1);
                    into.access(load ? TraceKind.READ : TraceKind.WRITE, address, Math.min(BYTES, room));
                    into.site = records.bytes().getLong(0);
                    return true;
                }
            }
            if (!records.next()) {
                return false;
            }
            if (!plausible(records.bytes(), 0)) {
                throw records.fault(
                        "is no instruction of ChampSim's: its address is 0, or a byte about branches is neither 0"
                                + " nor 1; another format can be named with --format");
            }
            instructions++;
            next = 0;
        }
    }
}
