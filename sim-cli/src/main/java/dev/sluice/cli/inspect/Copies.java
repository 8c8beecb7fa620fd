// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the copies of some bytes in a machine. */
final class Copies {

    /** The kind of the part that knows what the program wrote last. */
    private static final String TRUTH = "truth";

    private static final Set<String> MEMORIES = Set.of("memory", "hostMemory");
    private static final Pattern CHANNEL = Pattern.compile("(vram|ram)(\\[.*)?");
    private static final byte[] NONE = {};

    private final MachineState state;

    Copies(MachineState state) {
        this.state = state;
    }

    /** Every copy, in the order of the parts; what the program meant is none. */
    List<Copy> of(WatchedBytes watched) {
        List<Copy> all = new ArrayList<>();
        for (MachineState.Part part : state.parts()) {
            if (!part.kind().equals(TRUTH)) {
                Copy copy = in(part, watched);
                if (copy != null && !copy.bytes().none()) {
                    all.add(copy);
                }
            }
        }
        return all;
    }

    /** What the program wrote last; nothing where nobody knows. */
    Bytes newest(WatchedBytes watched) {
        Bytes bytes = Bytes.absent(watched.length());
        for (MachineState.Part part : state.parts()) {
            if (part.kind().equals(TRUTH)) {
                sectors(part, watched, bytes);
            }
        }
        return bytes;
    }

    /** The copy in a part; null in a part that holds no bytes. */
    @Nullable
    Copy in(MachineState.Part part, WatchedBytes watched) {
        Bytes bytes = Bytes.absent(watched.length());
        if (part.tables().contains(MachineState.SECTORS)) {
            sectors(part, watched, bytes);
            return new Copy(part.name(), "", bytes, false);
        }
        return part.hasLines() ? lines(part, watched, bytes) : null;
    }

    /** What a channel serves: channels hold nothing themselves, it lies in a memory. Null for what is no channel. */
    @Nullable
    Copy inMemory(String channel, WatchedBytes watched) {
        return CHANNEL.matcher(channel).matches() ? inMemory(watched) : null;
    }

    /** The copy in the memory that has them; null where nobody has accessed it. */
    @Nullable
    Copy inMemory(WatchedBytes watched) {
        Copy found = null;
        for (MachineState.Part part : state.parts()) {
            if (MEMORIES.contains(part.kind())) {
                Copy copy = in(part, watched);
                if (copy != null && !copy.bytes().none()) {
                    found = copy;
                }
            }
        }
        return found;
    }

    private Copy lines(MachineState.Part cache, WatchedBytes watched, Bytes into) {
        int lineBytes = cache.number("line", Bytes.SECTOR);
        String place = "";
        boolean dirty = false;
        for (long at = watched.address() & -lineBytes; at < watched.end(); at += lineBytes) {
            long line = state.rowOf(cache.name(), at);
            Values row = line < 0 ? null : state.row(cache.name(), MachineState.LINES, line);
            if (row != null) {
                byte[] dirtyBytes = row.has("dirtyBytes") ? row.bytes("dirtyBytes") : NONE;
                copy(row, at, lineBytes, (int) row.number("valid"), dirtyBytes, watched, into);
                place = place.isEmpty() ? Copy.place(cache, line) : place;
                dirty |= row.has("dirty") && watched.meetsSectors(at, (int) row.number("dirty"));
            }
        }
        return new Copy(cache.name(), place, into, dirty);
    }

    private static void copy(
            Values row, long address, int lineBytes, int valid, byte[] dirtyBytes, WatchedBytes watched, Bytes into) {
        byte[] values = row.bytes("bytes");
        int[] writers = Runs.decode(row.bytes("writers"), lineBytes);
        for (int i = 0; i < watched.length(); i++) {
            int at = (int) (watched.address() + i - address);
            if (at >= 0 && at < lineBytes && at < values.length && held(at, valid, dirtyBytes)) {
                into.values()[i] = values[at] & 0xFF;
                into.writers()[i] = writers[at];
            }
        }
    }

    /** Whether a byte of a line is there: its sector is, or it was written into a sector that is not. */
    private static boolean held(int at, int valid, byte[] dirtyBytes) {
        return (valid >>> at / Bytes.SECTOR & 1) != 0
                || at / Byte.SIZE < dirtyBytes.length && (dirtyBytes[at / Byte.SIZE] >>> at % Byte.SIZE & 1) != 0;
    }

    private void sectors(MachineState.Part memory, WatchedBytes watched, Bytes into) {
        for (long at = watched.address() & -Bytes.SECTOR; at < watched.end(); at += Bytes.SECTOR) {
            Values row = state.row(memory.name(), MachineState.SECTORS, at / Bytes.SECTOR);
            if (row != null) {
                copy(row, at, Bytes.SECTOR, 1, NONE, watched, into);
            }
        }
    }
}
