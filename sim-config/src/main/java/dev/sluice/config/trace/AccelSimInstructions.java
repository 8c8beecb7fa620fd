// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.machine.trace.Entrance;
import dev.sluice.machine.trace.TraceBlock;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The instructions of a warp: their accesses, and which of them an instruction needs.
 *
 * <p>A line is {@code PC mask destinations registers opcode sources registers width [form addresses]}. Forms of addresses: 0,
 * one for each active lane; 1, a base and a stride; 2, a base and the difference from each lane to the next.
 */
final class AccelSimInstructions {

    private static final int REGISTERS = 256;
    /** The register that is always zero. */
    private static final int ZERO = 255;

    private static final int BITS = 8;
    private static final int MOST_REGISTERS = 16;
    private static final int LIST = 0;
    private static final int STRIDE = 1;
    private static final int DELTAS = 2;

    private static final Set<String> LOADS = Set.of("LD", "LDG", "LDL", "LDC", "LDGSTS", "TEX", "TLD", "TLD4", "SULD");
    private static final Set<String> STORES = Set.of("ST", "STG", "STL", "SUST");
    private static final Set<String> ATOMICS = Set.of("ATOM", "ATOMG", "RED", "REDG", "SUATOM", "SURED");
    private static final Set<String> SHARED = Set.of("LDS", "STS", "ATOMS", "LDSM", "STSM", "REDS");
    private static final Set<String> TEXTURES = Set.of("TEX", "TLD", "TLD4");
    private static final List<String> BULK =
            List.of("UTMALDG", "UTMASTG", "UTMAPF", "UTMAREDG", "UBLKCP", "UBLKPF", "UBLKRED");

    private final TraceLines lines;
    private final AccelSimBlocks.Layout layout;
    private final AccelSimNotes counts;
    /** By register: the number of the access that loads it, counted from 1; 0 for none. */
    private final int[] loadedBy = new int[REGISTERS];

    private TraceBlock block = new TraceBlock(0);
    private int warp;
    private int accesses;
    private int after;
    private int gap;

    AccelSimInstructions(TraceLines lines, AccelSimBlocks.Layout layout, AccelSimNotes counts) {
        this.lines = lines;
        this.layout = layout;
        this.counts = counts;
    }

    /** From now on instructions are of a warp. */
    void begin(TraceBlock of, int which) {
        block = of;
        warp = which;
        accesses = 0;
        after = 0;
        gap = 0;
        Arrays.fill(loadedBy, 0);
    }

    /** The warp has ended. */
    void end() {
        block.tail(warp, gap);
    }

    /** Adds the instruction of the current line. */
    void add() {
        counts.instructions++;
        lines.go(0);
        if (layout.version < 3) {
            for (String what : List.of("a block's x", "a block's y", "a block's z", "a warp")) {
                lines.decimal(what);
            }
        }
        if (layout.lineInfo) {
            lines.decimal("the number of a line of source text");
        }
        long counter = lines.hexadecimal("the address of the instruction");
        lines.skipBlanks();
        int maskColumn = lines.column();
        long mask = lines.hexadecimal("the mask of active lanes");
        if (mask >>> Integer.SIZE != 0) {
            throw lines.fault(maskColumn, "the mask has lanes past the " + Integer.SIZE + " of a warp");
        }
        int[] destinations = registers("destinations");
        String opcode = lines.word();
        for (int register : registers("sources")) {
            after = Math.max(after, loadedBy[register]);
        }
        for (int register : destinations) {
            after = Math.max(after, loadedBy[register]); // in order, too, if it is written again
            loadedBy[register] = 0;
        }
        lines.skipBlanks();
        int column = lines.column();
        long width = lines.decimal("the width of a memory access (0 for none)");
        if (width < 0 || width > TraceRecord.MAX_BYTES) {
            throw lines.fault(column, "no memory access has " + width + " bytes");
        }
        boolean access = width > 0 && mask != 0 && accesses(opcode, counter, mask);
        if (!access) {
            gap = gap == Integer.MAX_VALUE ? gap : gap + 1;
            return;
        }
        accesses++;
        for (int register : destinations) {
            loadedBy[register] = register == ZERO ? 0 : accesses;
        }
        gap = 0;
    }

    private int[] registers(String what) {
        lines.skipBlanks();
        int column = lines.column();
        long count = lines.decimal("the number of " + what);
        if (count < 0 || count > MOST_REGISTERS) {
            throw lines.fault(column, "an instruction has 0 to " + MOST_REGISTERS + " " + what + ", not " + count);
        }
        int[] registers = new int[(int) count];
        for (int i = 0; i < count; i++) {
            lines.skipBlanks();
            if (!lines.take('R')) {
                throw lines.fault(lines.column(), "a register was expected, such as R12");
            }
            int at = lines.column();
            long register = lines.decimal("a register's number");
            if (register < 0 || register >= REGISTERS) {
                throw lines.fault(at, "registers are R0 to R255");
            }
            registers[i] = (int) register;
        }
        return registers;
    }

    /** Adds the access of an instruction; false if it makes none to memory. */
    private boolean accesses(String opcode, long counter, long mask) {
        List<String> words = List.of(opcode.split("\\.", -1));
        String operation = words.get(0);
        boolean known = LOADS.contains(operation) || STORES.contains(operation) || ATOMICS.contains(operation);
        if (!known) {
            if (SHARED.contains(operation)) {
                counts.shared++;
            } else if (BULK.contains(operation)) {
                counts.bulk++;
            } else if (operation.startsWith("CCTL")) {
                counts.withoutAddress++;
            } else {
                counts.unknown(operation);
            }
            return false;
        }
        lines.skipBlanks();
        int column = lines.column();
        int form = (int) Math.min(Integer.MAX_VALUE, Math.max(-1, lines.decimal("the form of the addresses")));
        if (form < LIST || form > DELTAS) {
            throw lines.fault(
                    column, "addresses have the form 0 (a list), 1 (base and stride) or 2 (base and differences)");
        }
        int lanes = Long.bitCount(mask);
        lines.skipBlanks();
        int place = lines.position();
        long first = lines.hexadecimal("an address");
        boolean generic = operation.equals("LD") || operation.equals("ST") || operation.equals("ATOM");
        if (generic && layout.localBase != 0 && within(first, layout.sharedBase, layout.localBase)) {
            counts.shared++;
            return false;
        }
        lines.go(place);
        TraceKind kind = LOADS.contains(operation)
                ? TraceKind.READ
                : STORES.contains(operation) ? TraceKind.WRITE : TraceKind.ATOMIC;
        Entrance entrance = operation.equals("LDC")
                ? Entrance.UNIFORM
                : TEXTURES.contains(operation) ? Entrance.SAMPLED : Entrance.STORAGE;
        boolean strong = words.contains("STRONG") && (words.contains("GPU") || words.contains("SYS"));
        boolean past = words.contains("BYPASS"); // cp.async.cg of PTX: cached in L2 alone
        int flags = strong || past ? TraceRecord.COHERENT : 0;
        if (form == STRIDE) {
            // of lanes side by side only, as Accel-Sim reads it
            lanes = Long.numberOfTrailingZeros(~(mask >>> Long.numberOfTrailingZeros(mask)));
        }
        block.begin(warp, kind, entrance, flags, counter, gap, after, width(words), lanes);
        addresses(form, lanes);
        return true;
    }

    private static boolean within(long address, long from, long to) {
        return Long.compareUnsigned(address, from) >= 0 && Long.compareUnsigned(address, to) < 0;
    }

    private void addresses(int form, int lanes) {
        switch (form) {
            case LIST -> {
                for (int i = 0; i < lanes; i++) {
                    block.address(warp, lines.hexadecimal("the address of lane " + i + " of " + lanes));
                }
            }
            case STRIDE -> {
                long base = lines.hexadecimal("a base address");
                block.stride(warp, base, lines.decimal("a stride"));
            }
            default -> {
                long address = lines.hexadecimal("a base address");
                block.address(warp, address);
                for (int i = 1; i < lanes; i++) {
                    address += lines.decimal("the difference to lane " + i + " of " + lanes);
                    block.address(warp, address);
                }
            }
        }
    }

    /** Bytes of a lane, which the opcode says: {@code LDG.E.128} has 16, {@code LDG.E.U8} one, {@code LDG.E} four. */
    private static int width(List<String> words) {
        for (String word : words) {
            String digits = word.startsWith("U") || word.startsWith("S") ? word.substring(1) : word;
            if (!digits.isEmpty() && digits.length() <= 3 && digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
                int bytes = Integer.parseInt(digits) / BITS;
                return bytes >= 1 && bytes <= 32 ? bytes : Integer.BYTES;
            }
        }
        return Integer.BYTES;
    }
}
